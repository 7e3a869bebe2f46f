export { stepIssue } from "./api.ts";
export { DetailsBody } from "./details-body.tsx";
export { FilesOfAmendment } from "./files-of-amendment.tsx";
export { type ReportPage, readIssue, reportPageQuery } from "./report-queries.ts";
