import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

export {
  DRAFT_REPLACED,
  type DraftMarker,
  readDraftMarker,
  recoverDraftMarker,
  storeSentDraft,
} from "./draft-storage.ts";
export { readStoredPageReport } from "./stored-page-report.ts";
export const draftOfferCode = lazyResource(() => import("./draft-offer.tsx"));
