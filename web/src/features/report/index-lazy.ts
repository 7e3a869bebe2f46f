export { type ReportPage, readIssue, reportPageQuery } from "./report-queries.ts";
