import { type Amendment, type Issue, LIMITS, type User } from "@logbook/domain";
import { useState } from "react";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { reloadIssues } from "../after-write/index.ts";
import { RichText } from "../report/index.ts";
import { FilesOfAmendment } from "../report/index-lazy.ts";
import { type AmendmentContent, hideAmendment, readAmendment } from "./api.ts";

interface ActsProps {
  report: Issue;
  amendment: Amendment;
  user: User;
}

/** An admin's buttons below an amendment: hide it or, if it is hidden, read its text and show it again. */
export function AmendmentActs({ report, amendment, user }: ActsProps) {
  const [content, setContent] = useState<AmendmentContent | null>(null);
  const isHidden = amendment.hiddenAt !== undefined;
  const reading = useAction(async () =>
    setContent(await unwrap(readAmendment(report.id, amendment.id), "Failed to load a text:")),
  );
  const change = useAction((hidden: boolean) => setHidden(report.id, amendment.id, hidden, user.id));
  const error = change.error ?? reading.error;
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-2 print:hidden">
      {isHidden && content === null && (
        <Button size="sm" variant="ghost" className="-ml-3" busy={reading.isPending} onClick={() => reading.run()}>
          <span>Read its text</span>
        </Button>
      )}
      {isHidden && content !== null && (
        <div className="basis-full" role="status">
          {content.text === "" ? (
            <p className="text-soft text-sm">{`Its text was deleted ${LIMITS.trashDays} days after it was hidden.`}</p>
          ) : (
            <RichText text={content.text} />
          )}
          {content.attachments && <FilesOfAmendment files={content.attachments} />}
        </div>
      )}
      <Button
        size="sm"
        variant="ghost"
        className={isHidden && content === null ? undefined : "-ml-3"}
        busy={change.isPending}
        onClick={() => change.run(!isHidden)}
      >
        <span>{isHidden ? "Show it to all again" : "Hide"}</span>
      </Button>
      {error !== null && (
        <span role="alert" className="text-sm">
          {failureText(error)}
        </span>
      )}
    </div>
  );
}

/** Hides an amendment, or shows it again. The message afterwards has the button Undo. */
async function setHidden(issueId: string, id: string, hidden: boolean, userId: string): Promise<void> {
  const announceResult = createAnnouncer();
  try {
    await unwrap(hideAmendment(issueId, { id, hidden, userId }), "Failed to hide an amendment:");
  } catch (error) {
    if (failureOf(error)?.kind === "refused") await reloadIssues();
    throw error;
  }
  await reloadIssues();
  announceResult(hidden ? "The amendment is hidden. Its author gets news of it." : "Everybody can read it again.", {
    label: "Undo",
    shortcutHint: "Ctrl+Z takes it back.",
    run: () =>
      void setHidden(issueId, id, !hidden, userId).catch((error: unknown) =>
        createAnnouncer()(`The amendment is as before. ${failureText(error)}`),
      ),
  });
}
