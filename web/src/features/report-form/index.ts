export { FormHint } from "./form-hint.tsx";
export { DetailFields } from "./more-details.tsx";
export { ReportField } from "./report-field.tsx";
export { DESCRIPTION, PriorityField, ReporterField, ReportForm, TITLE } from "./report-form.tsx";
export { cleanTexts, EMPTY_TEXTS, fieldOrder, type ReportTexts, type TextName, textsOfType } from "./report-texts.ts";
export { restoreDraft } from "./saved-draft.ts";
