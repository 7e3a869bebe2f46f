export { KeysDialog } from "./keys-dialog.tsx";
