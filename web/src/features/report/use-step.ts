import { type Issue, STATUS_LABELS, type Status, type User } from "@logbook/domain";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { stepIssue } from "../../shared/api/change-issue.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";

/** Steps a report's status. Returns the status being set, the last error until the status changes, a click handler. */
export function useStep(report: Issue, user: User) {
  const { isJustChangedByOthers, expectOwnChange, forgetOwnChange } = useChangesByOthers(report.status);
  const step = useAction(async (status: Status) => {
    expectOwnChange(status);
    const say = createAnnouncer();
    try {
      const change = { id: report.id, from: report.status, status, userId: user.id };
      await unwrap(stepIssue(change), "Failed to update issue:");
    } catch (error) {
      // The step may have been stored although it failed here. Then its change counts as somebody else's.
      forgetOwnChange();
      // Another admin was faster, or the user is no longer an admin: show the current state.
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      throw error;
    }
    await reloadIssues();
    say(`The report is now ${STATUS_LABELS[status]}.`);
  });
  const [failure, setFailure] = useState({ error: step.error, status: report.status });
  if (failure.error !== step.error) setFailure({ error: step.error, status: report.status });

  const onClick = (status: Status, event: MouseEvent) => {
    // A double click means one step, which its first click has started.
    if (event.detail > 1) return;
    // The button may have had another label when the user decided to click.
    if (isJustChangedByOthers())
      announce(`The report has just become ${STATUS_LABELS[report.status]}. Please look again.`);
    else step.run(status);
  };

  return { pendingStatus: step.pending, error: failure.status === report.status ? step.error : null, onClick };
}

// The time that a user needs to notice a button's new label.
const TIME_TO_NOTICE_MS = 800;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Tells whether somebody else changed a value so recently that the user who clicks a button may not have seen it.
 * Call `expectOwnChange` with the value that the user's own click will set, and `forgetOwnChange` if that fails.
 */
function useChangesByOthers<T>(value: T) {
  const lastChange = useRef({ value, changedAt: NEVER });
  const ownValue = useRef(value);
  // A layout effect, because the user may click right after the paint.
  useLayoutEffect(() => {
    if (lastChange.current.value === value) return;
    lastChange.current = { value, changedAt: ownValue.current === value ? NEVER : performance.now() };
  }, [value]);
  return {
    isJustChangedByOthers: () => performance.now() - lastChange.current.changedAt < TIME_TO_NOTICE_MS,
    expectOwnChange: (value: T) => {
      ownValue.current = value;
    },
    forgetOwnChange: () => {
      ownValue.current = lastChange.current.value;
    },
  };
}
