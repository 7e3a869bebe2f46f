export { ResetPage } from "./reset-page.tsx";
export { WaitingPage } from "./waiting-page.tsx";
