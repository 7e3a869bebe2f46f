export { clearJustCreated, onReportCreated, prepareShowAboveList, useIsJustCreated } from "./just-created.ts";
export { onBeforeReload, reloadIssues } from "./reload-issues.ts";
