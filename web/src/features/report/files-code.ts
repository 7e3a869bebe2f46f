import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

export const loadFilesCode = () => import("./amendment-files.tsx");
/** The code for files of amendments, which the page loads once an amendment is written or one with files is shown. */
export const filesCode = lazyResource(loadFilesCode);
