export { detailsCode } from "./details-code.ts";
export { unfoldForPrint, usePrinting } from "./printing.ts";
export { ReportCard } from "./report-card.tsx";
