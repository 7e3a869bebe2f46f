import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

export { ClosingMark } from "./closing-mark.tsx";
export const closeDialogCode = lazyResource(() => import("./close-dialog.tsx"));
