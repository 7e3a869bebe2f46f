export { AdminActions, AdminsOnlyNote } from "./admin-actions.tsx";
export { AmendmentForm } from "./amendment-form.tsx";
export { AmendmentItem, AmendmentList, amendmentEditKey } from "./amendments.tsx";
export { usePrinting } from "./printing.ts";
export { ReportCard } from "./report-card.tsx";
export { detailsCode } from "./report-details.tsx";
export { MemberName, ReportBadges, ReportOrigin } from "./report-summary.tsx";
export { RichText } from "./rich-text.tsx";
