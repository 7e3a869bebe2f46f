export { SelectBox } from "./select-box.tsx";
export { deselect, NO_SELECTION, select, selection } from "./selection.ts";
