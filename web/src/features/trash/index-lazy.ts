export { TrashPage } from "./trash-page.tsx";
