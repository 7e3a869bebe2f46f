// The parts of the dashboard that load once the page is idle.

import { NewEntryLine, NewsLine as ReportsLine } from "../news/index-lazy.ts";

export { MineHint } from "../list/index-lazy.ts";
export { SavedViews } from "../saved-views/index.ts";

/** What is new beside the list's heading: changes of followed reports, and entries of What's new. */
export function NewsLine() {
  return (
    <>
      <ReportsLine />
      <NewEntryLine />
    </>
  );
}
