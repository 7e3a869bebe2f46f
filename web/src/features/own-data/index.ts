export { OwnDataDialog } from "./own-data-dialog.tsx";
