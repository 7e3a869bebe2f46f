export { PinButton, TakeButton } from "./report-acts.tsx";
