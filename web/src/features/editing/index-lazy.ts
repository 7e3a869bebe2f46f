export { useReportEdit } from "./use-report-edit.tsx";
export { useSaveEdit } from "./use-save-edit.ts";
