export { stepIssue } from "./api.ts";
export { type ReportPage, readIssue, reportPageQuery } from "./report-queries.ts";
