export {
  beginPageDraft,
  type Draft,
  draftStore,
  endDraft,
  isBegun,
  isTyped,
  restoreDraft,
  type SaveState,
  type SendState,
  saveDraft,
  useSaveDraft,
} from "./draft.ts";
export { removeStoredPageReport } from "./stored-page-report.ts";
export { discardUnsentFiles, openUnsentFiles, type UnsentFiles } from "./unsent-files.ts";
