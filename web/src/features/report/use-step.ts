import { type Issue, STATUS_LABELS, type Status, type User } from "@logbook/domain";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { reloadIssues, stepIssue } from "../../shared/api/report-writes.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";

/** Steps a report's status on a click. `error` says why the last step failed, until the status changes. */
export function useStep(report: Issue, user: User) {
  const { isJustChangedByOthers, expectOwnChange, forgetOwnChange } = useChangesByOthers(report.status);
  const step = useAction(async (status: Status) => {
    expectOwnChange(status);
    const announceResult = createAnnouncer();
    try {
      const change = { id: report.id, from: report.status, status, userId: user.id };
      await unwrap(stepIssue(change), "Failed to update issue:");
    } catch (error) {
      // The API may have stored the step although its response was lost. The change then counts as somebody else's.
      forgetOwnChange();
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
    if (isJustChangedByOthers())
      announce(`The report has just become ${STATUS_LABELS[report.status]}. Please look again.`);
    else step.run(status);
  };

  return { pendingStatus: step.pending, error, onClick };
}

// The time that a user needs to notice a button's new label.
const TIME_TO_NOTICE_MS = 800;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Tells whether somebody else has just changed a value, so that the user may click a button without having seen the
 * change. Call `expectOwnChange` before the user's own change, and `forgetOwnChange` if the user's change fails.
 */
function useChangesByOthers<T>(value: T) {
  const lastChange = useRef({ value, changedAt: NEVER });
  const expectedValue = useRef(value);
  // This is a layout effect, because the user may click right after the paint.
  useLayoutEffect(() => {
    if (lastChange.current.value === value) return;
    lastChange.current = { value, changedAt: expectedValue.current === value ? NEVER : performance.now() };
  }, [value]);
  return {
    isJustChangedByOthers: () => performance.now() - lastChange.current.changedAt < TIME_TO_NOTICE_MS,
    expectOwnChange: (newValue: T) => {
      expectedValue.current = newValue;
    },
    forgetOwnChange: () => {
      expectedValue.current = lastChange.current.value;
    },
  };
}
