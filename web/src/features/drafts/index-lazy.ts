export {
  type Draft,
  draftStore,
  endDraft,
  isTyped,
  restoreDraft,
  type SaveState,
  type SendState,
  saveDraft,
  useSaveDraft,
} from "./draft.ts";
