import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

export const drawingCode = lazyResource(() => import("./drawing-dialog.tsx"));
