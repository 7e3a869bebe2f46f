export { restoreDraft } from "./draft.ts";
export { CorrectionForm, EditForm } from "./edit-forms.tsx";
export { ReportForm } from "./report-form.tsx";
export type { ReportTexts } from "./report-texts.ts";
