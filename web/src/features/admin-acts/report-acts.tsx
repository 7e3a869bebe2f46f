import type { Issue, User } from "@logbook/domain";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { reloadIssues } from "../after-write/index.ts";
import { assignReport, pinReport } from "./api.ts";

interface ActsProps {
  report: Issue;
  user: User;
  titleId?: string | undefined;
}

/** An admin's button to take a report, or to free a report that they or another admin have taken. */
export function TakeButton({ report, user, titleId }: ActsProps) {
  const { assignee = "" } = report;
  const isOwn = assignee === user.username;
  const assignment = useAction(async (taken: boolean) => {
    const announceResult = createAnnouncer();
    try {
      await unwrap(assignReport({ id: report.id, taken, from: assignee, userId: user.id }), "Failed to assign issue:");
    } catch (error) {
      // Another admin was faster: show what is stored.
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      throw error;
    }
    await reloadIssues();
    announceResult(taken ? "You have taken this report. It is in 'Mine to do'." : "Nobody has this report now.");
  });
  return (
    <>
      <Button
        size="sm"
        busy={assignment.isPending}
        aria-describedby={titleId}
        onClick={() => assignment.run(assignee === "")}
      >
        <span>{takeLabel(assignee, isOwn)}</span>
      </Button>
      {assignment.error !== null && (
        <Notice kind="error" className="basis-full">
          {`Nothing was changed. ${failureText(assignment.error)}`}
        </Notice>
      )}
    </>
  );
}

function takeLabel(assignee: string, isOwn: boolean): string {
  if (assignee === "") return "I take it";
  return isOwn ? "Give it back" : `Free it from ${assignee}`;
}

/** An admin's button that shows a report above the list, or no longer. */
export function PinButton({ report, user, titleId, isPinned }: ActsProps & { isPinned: boolean }) {
  const change = useAction(async (pinned: boolean) => {
    const announceResult = createAnnouncer();
    await unwrap(pinReport({ id: report.id, pinned, userId: user.id }), "Failed to pin issue:");
    await reloadIssues();
    announceResult(pinned ? "The report is shown above the list." : "The report is no longer above the list.");
  });
  return (
    <>
      <Button size="sm" busy={change.isPending} aria-describedby={titleId} onClick={() => change.run(!isPinned)}>
        <span>{isPinned ? "Unpin" : "Pin above the list"}</span>
      </Button>
      {change.error !== null && (
        <Notice kind="error" className="basis-full">
          {`Nothing was changed. ${failureText(change.error)}`}
        </Notice>
      )}
    </>
  );
}
