export { DuplicateBanner } from "./duplicate-banner.tsx";
