export { assignReport } from "./api.ts";
export { PinButton, TakeButton } from "./report-acts.tsx";
