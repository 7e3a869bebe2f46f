export { stepIssue } from "./api.ts";
export { DetailsBody } from "./details-body.tsx";
export { type ReportPage, readIssue, reportPageQuery } from "./report-queries.ts";
