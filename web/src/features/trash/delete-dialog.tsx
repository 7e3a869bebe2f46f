import { type Issue, LIMITS, TYPE_LABELS, type User } from "@logbook/domain";
import { useLayoutEffect, useRef } from "react";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { focusListHeading, focusWhenRendered, prepareNeighbourFocus } from "../../shared/paged-list/list-focus.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { reloadIssues } from "../after-write/index.ts";
import { deleteIssue, reloadIssuesAndTrash, restoreIssue } from "./api.ts";

interface DialogProps {
  report: Issue;
  user: User;
  titleId: string;
  close: () => void;
}

/** Asks an admin whether to delete a report, and deletes it. The message afterwards has the button Undo. */
export function DeleteDialog({ report, user, titleId, close }: DialogProps) {
  const deletion = useAction(async () => {
    const announceResult = createAnnouncer();
    try {
      await unwrap(deleteIssue({ id: report.id, userId: user.id }), "Failed to delete issue:");
    } catch (error) {
      if (failureOf(error)?.status === 404) {
        // Another admin was faster. The reload removes card and dialog; if it fails, the dialog shows the error.
        await reloadIssues();
        announceResult("The report was already deleted.");
      }
      throw error;
    }
    await reloadIssues();
    // Close the dialog here, too: after a failed reload the card is still in the page, with its dialog.
    close();
    announceResult("The report was deleted.", {
      label: "Undo",
      shortcutHint: "Ctrl+Z takes it back.",
      run: () => void undoDelete(report.id),
    });
  });
  // Runs after the dialog has closed, if the Delete button that had the focus before is gone.
  const focusAfterClose = useRef(() => {
    const title = document.getElementById(titleId);
    if (title) title.focus();
    else focusListHeading();
  });
  // This cleanup runs when the dialog closes, before React removes the card: later the card's neighbour in the list
  // would be unknown. The prepared function focuses the neighbour. On a report's page the title is in no card; the card
  // of the hidden list behind that page must not get the focus.
  useLayoutEffect(
    () => () => {
      const card = document.getElementById(titleId)?.closest("[data-card]");
      if (card) focusAfterClose.current = prepareNeighbourFocus(card);
    },
    [titleId],
  );
  return (
    <ConfirmDialog
      title="Delete this report?"
      cancelLabel="Keep it"
      confirmLabel="Delete report"
      danger
      busy={deletion.isPending}
      error={deletion.error === null ? null : `The report was not deleted. ${failureText(deletion.error)}`}
      onConfirm={() => deletion.run()}
      close={close}
      focusFallback={() => focusAfterClose.current()}
    >
      <span>{`${TYPE_LABELS[report.type]} `}</span>
      <strong dir="auto" className="font-semibold text-ink">
        {`“${report.title}”`}
      </strong>
      <span> by </span>
      <bdi>{report.reporter}</bdi>
      <span>
        {` goes out of the logbook, with its attachments and amendments. For ${LIMITS.trashDays} days an admin can bring it back from the trash.`}
      </span>
    </ConfirmDialog>
  );
}

async function undoDelete(id: string): Promise<void> {
  const announceResult = createAnnouncer();
  const result = await restoreIssue(id);
  if (!result.ok) {
    console.error("Failed to restore issue:", result);
    announceResult(`The report could not be restored. ${result.error}`, {
      label: "Try again",
      shortcutHint: "Ctrl+Z tries it once more.",
      run: () => void undoDelete(id),
    });
    return;
  }
  await reloadIssuesAndTrash({ isRestored: true });
  focusWhenRendered(new Set([id]));
  announceResult("The report is back.");
}
