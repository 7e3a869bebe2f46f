// The parts of the dashboard that load once the page is idle.

export { ExportButton } from "../export/index-lazy.ts";
export { NewsLine } from "../news/index-lazy.ts";
export { SavedViews } from "../saved-views/index.ts";
