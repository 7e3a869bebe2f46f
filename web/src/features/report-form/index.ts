// The dashboard loads this file to restore a draft. So the form's code is loaded too, and offline in the HTTP cache.
export { restoreDraft } from "../drafts/index-lazy.ts";
export { PageReportOffer } from "./page-report-offer.tsx";
export { type FieldProps, FormHint, PriorityField, ReporterField, ReportField } from "./report-fields.tsx";
export { ReportForm } from "./report-form.tsx";
export { focusInvalidField } from "./use-report-form.ts";
