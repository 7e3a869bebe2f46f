export { unfoldForPrint, usePrinting } from "./printing.ts";
export { ReportCard } from "./report-card.tsx";
export { detailsCode } from "./report-details.tsx";
