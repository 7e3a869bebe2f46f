export { clearJustCreated, onReportCreated, prepareShowAboveList, useIsJustCreated } from "./just-created.ts";
export { reloadIssues } from "./reload-issues.ts";
