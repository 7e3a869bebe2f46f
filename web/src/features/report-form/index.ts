export { ReportForm } from "./report-form.tsx";
export { restoreDraft } from "./saved-draft.ts";
