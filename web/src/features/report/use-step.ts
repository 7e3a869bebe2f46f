import { type Issue, STATUS_LABELS, type Status, type User } from "@logbook/domain";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { stepIssue } from "../../shared/api/change-issue.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";

// The time that a user needs to notice a button's new label.
const TIME_TO_NOTICE_MS = 800;
const NEVER = Number.NEGATIVE_INFINITY;

/** Steps a report's status on a click. `error` says why the last step failed, until the status changes. */
export function useStep(report: Issue, user: User) {
  // The next status that is no change by others: the first one, then that of the user's own step.
  const expectedStatus = useRef<Status | null>(report.status);
  const changedByOthersAt = useRef(NEVER);
  // This is a layout effect, because the user may click right after the paint.
  useLayoutEffect(() => {
    changedByOthersAt.current = expectedStatus.current === report.status ? NEVER : performance.now();
    expectedStatus.current = null;
  }, [report.status]);

  const step = useAction(async (status: Status) => {
    expectedStatus.current = status;
    const announceResult = createAnnouncer();
    try {
      const change = { id: report.id, from: report.status, status, userId: user.id };
      await unwrap(stepIssue(change), "Failed to update issue:");
    } catch (error) {
      // The API may have stored the step although its response was lost. The change then counts as somebody else's.
      expectedStatus.current = null;
      // Another admin was faster, or the user is no longer an admin: show what is stored.
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      throw error;
    }
    await reloadIssues();
    announceResult(`The report is now ${STATUS_LABELS[status]}.`);
  });
  // The last error, with the report's status when the error came.
  const [lastFailure, setLastFailure] = useState({ error: step.error, status: report.status });
  if (lastFailure.error !== step.error) setLastFailure({ error: step.error, status: report.status });
  const error = lastFailure.status === report.status ? step.error : null;

  const onClick = (status: Status, event: MouseEvent) => {
    // A double click means one step, which the first of its clicks has started.
    if (event.detail > 1) return;
    // The button may have had another label when the user decided to click.
    if (performance.now() - changedByOthersAt.current < TIME_TO_NOTICE_MS)
      announce(`The report has just become ${STATUS_LABELS[report.status]}. Please look again.`);
    else step.run(status);
  };

  return { pendingStatus: step.pending, error, onClick };
}
