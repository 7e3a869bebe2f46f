// The parts of the dashboard that load once the page is idle.

export { NewsLine } from "../news/index-lazy.ts";
export { SavedViews } from "../saved-views/index.ts";
