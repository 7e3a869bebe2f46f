import { type Issue, STATUS_LABELS, type Status, type User } from "@logbook/domain";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { stepIssue } from "../../shared/api/change-issue.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";

/** Steps of a report's status: the status being set, the last error until the status changes, and a click handler. */
export function useStep(report: Issue, user: User) {
  const { isUnseen, expectOwn, forgetOwn } = useUnseenChange(report.status);
  const step = useAction(async (status: Status) => {
    expectOwn(status);
    const say = createAnnouncer();
    try {
      const change = { id: report.id, from: report.status, status, userId: user.id };
      await unwrap(stepIssue(change), "Failed to update issue:");
    } catch (error) {
      // The step may have been stored all the same; then it must count as a change by somebody else.
      forgetOwn();
      // Another admin was faster, or the user is no longer an admin: show the present state.
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      throw error;
    }
    await reloadIssues();
    say(`The report is now ${STATUS_LABELS[status]}.`);
  });
  const [failure, setFailure] = useState({ error: step.error, status: report.status });
  if (failure.error !== step.error) setFailure({ error: step.error, status: report.status });

  const onClick = (status: Status, event: MouseEvent) => {
    // A double click means one step: the first click may have made it by now.
    if (event.detail > 1) return;
    // The button may have had another label when the user decided to click.
    if (isUnseen()) announce(`The report has just become ${STATUS_LABELS[report.status]}. Please look again.`);
    else step.run(status);
  };

  return { pending: step.pending, error: failure.status === report.status ? step.error : null, onClick };
}

// The time that a user needs to notice a button's new label.
const NOTICED_AFTER_MS = 800;

/**
 * Tells whether somebody else changed a value so recently that the user who clicks a button may not have seen it.
 * `expectOwn` announces a value that the user's own click will set; `forgetOwn` withdraws this after a failure.
 */
function useUnseenChange<T>(value: T) {
  const last = useRef({ value, changedAt: Number.NEGATIVE_INFINITY });
  const own = useRef(value);
  // A layout effect, since a click may follow the paint at once.
  useLayoutEffect(() => {
    if (last.current.value === value) return;
    last.current = { value, changedAt: own.current === value ? Number.NEGATIVE_INFINITY : performance.now() };
  }, [value]);
  return {
    isUnseen: () => performance.now() - last.current.changedAt < NOTICED_AFTER_MS,
    expectOwn: (value: T) => {
      own.current = value;
    },
    forgetOwn: () => {
      own.current = last.current.value;
    },
  };
}
