export { stepIssue } from "./api.ts";
export { FilesOfAmendment } from "./files-of-amendment.tsx";
export { type ReportPage, readIssue, reportPageQuery } from "./report-queries.ts";
