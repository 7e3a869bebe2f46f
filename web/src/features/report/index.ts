export { detailsCode } from "./details-code.ts";
export { ReportCard } from "./report-card.tsx";
export { unfoldForPrint } from "./unfold-for-print.ts";
export { usePrinting } from "./use-printing.ts";
