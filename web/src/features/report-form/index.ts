export { ReportField } from "./report-field.tsx";
export { PriorityField, ReportForm, TextFields } from "./report-form.tsx";
export { cleanTexts, EMPTY_TEXTS, fieldOrder, type ReportTexts, type TextName, textsOfType } from "./report-texts.ts";
export { restoreDraft } from "./saved-draft.ts";
