export { type Edit, useIsEditOpen, useOpenEdit } from "./open-edits.ts";
export { useIsInEditTime } from "./use-is-in-edit-time.ts";
