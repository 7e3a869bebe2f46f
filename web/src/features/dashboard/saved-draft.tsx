import type { User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { type DraftMarker, readDraftMarker, recoverDraftMarker } from "../../shared/drafts/drafts.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";

export const draftOfferCode = lazyResource(() => import("./draft-offer.tsx"));

interface SavedDraftProps {
  user: User;
  onContinue: (marker: DraftMarker) => Promise<void>;
}

/** Offers to continue the report that the member began at an earlier visit. */
export function SavedDraft({ user, onContinue }: SavedDraftProps) {
  const [marker, setMarker] = useState<DraftMarker | null>(null);
  // An effect reads the marker, because the first render must equal the markup from the server, which knows no drafts.
  // The marker is in `localStorage` or, if the browser has lost it there, in the database.
  useEffect(() => {
    setMarker(readDraftMarker(user.id));
    return whenIdle(() => void recoverDraftMarker(user.id).then(setMarker));
  }, [user.id]);
  if (marker === null) return null;
  return (
    <LazyPart code={draftOfferCode} className="mt-4 max-sm:mb-3">
      {({ DraftOffer }) => <DraftOffer user={user} marker={marker} setMarker={setMarker} onContinue={onContinue} />}
    </LazyPart>
  );
}
