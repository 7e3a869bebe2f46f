export { detailsCode } from "./details-code.ts";
export { drawForPrint } from "./draw-for-print.ts";
export { IssueCard } from "./issue-card.tsx";
export { usePrinting } from "./use-printing.ts";
