export { type ReportPage, reportPageQuery } from "./report-queries.ts";
