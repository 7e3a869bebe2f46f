import type { IssueType } from "@logbook/domain";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import {
  DRAFT_REPLACED,
  type DraftMarker,
  type RestoreOutcome,
  removeDraftMarker,
  restoreDraftMarker,
} from "./draft-storage.ts";

const WOULD_REPLACE =
  "You have begun another report, which this one would replace. Please submit that report or empty it first.";

interface DraftOfferProps {
  marker: DraftMarker;
  setMarker: (marker: DraftMarker | null) => void;
  openForm: (type: IssueType) => void;
  restoreDraft: (uid: string) => Promise<RestoreOutcome>;
}

/** The notice with the buttons that continue or discard a saved draft. `marker` is the draft's summary. */
export function DraftOffer({ marker, setMarker, openForm, restoreDraft }: DraftOfferProps) {
  const continueDraft = async () => {
    try {
      const outcome = await restoreDraft(marker.uid);
      if (outcome === "would-replace") return announce(WOULD_REPLACE);
      if (outcome === "missing") throw new Error("The saved draft is gone.");
    } catch (error) {
      console.error("Failed to restore a draft:", error);
      return announce("The draft could not be restored. Please try again, or discard it.");
    }
    openForm(marker.type);
  };
  const undoDiscard = async () => {
    if (await restoreDraftMarker(marker)) setMarker(marker);
    else announce(DRAFT_REPLACED);
  };
  // The draft itself stays in the database until another draft replaces it, so Undo only restores the marker.
  const discard = async () => {
    await removeDraftMarker(marker.uid);
    setMarker(null);
    focusListHeading();
    announce("The draft was discarded.", {
      label: "Undo",
      shortcutHint: "Ctrl+Z takes it back.",
      run: () => void undoDiscard(),
    });
  };
  const fileCount = marker.files;
  const title = marker.title.trim();
  return (
    <Notice
      kind="info"
      className="mt-4 max-sm:mb-3"
      action={
        <div className="flex gap-2">
          <Button size="sm" variant="primary" onClick={() => void continueDraft()}>
            Continue
          </Button>
          <Button size="sm" onClick={() => void discard()}>
            Discard
          </Button>
        </div>
      }
    >
      <span>Continue your report? </span>
      {title !== "" && (
        <span>
          <bdi>{`“${title}”`}</bdi>
          <span>, </span>
        </span>
      )}
      {fileCount > 0 && <span>{`${fileCount} ${fileCount === 1 ? "file" : "files"}, `}</span>}
      <span>saved </span>
      <TimeAgo at={new Date(marker.savedAt).toISOString()} />
      <span>.</span>
    </Notice>
  );
}
