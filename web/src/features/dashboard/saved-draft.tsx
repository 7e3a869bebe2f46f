import type { User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { type DraftMarker, readDraftMarker, recoverDraftMarker } from "../../shared/drafts/draft-marker.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";

/** Load it while a report is being written: the offer must show without a connection too. */
export const offerCode = lazyResource(() => import("./draft-offer.tsx"));

interface SavedDraftProps {
  user: User;
  onContinue: (marker: DraftMarker) => Promise<void>;
}

/** Offers to continue the report that the member began at an earlier visit. */
export function SavedDraft({ user, onContinue }: SavedDraftProps) {
  const [marker, setMarker] = useState<DraftMarker | null>(null);
  // In an effect, since the server-rendered markup has no drafts.
  useEffect(() => {
    setMarker(readDraftMarker(user.id));
    return whenIdle(() => void recoverDraftMarker(user.id).then(setMarker));
  }, [user.id]);
  if (marker === null) return null;
  return (
    <LazyPart code={offerCode} className="mt-4 max-sm:mb-3">
      {({ DraftOffer }) => <DraftOffer {...{ user, marker, setMarker, onContinue }} />}
    </LazyPart>
  );
}
