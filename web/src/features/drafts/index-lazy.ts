export {
  type Draft,
  draftStore,
  endDraft,
  isTyped,
  restoreDraft,
  type SendState,
  saveDraft,
  useSaveDraft,
} from "./draft.ts";
