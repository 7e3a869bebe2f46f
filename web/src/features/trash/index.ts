import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

export const deleteDialogCode = lazyResource(() => import("./delete-dialog.tsx"));
