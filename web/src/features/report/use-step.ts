import { type Issue, STATUS_LABELS, type Status, type User } from "@logbook/domain";
import { type MouseEvent, useState } from "react";
import { stepIssue } from "../../shared/api/change-issue.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import { useUnseenChange } from "./use-unseen-change.ts";

/** Steps of a report's status: the status being set, the last error until the status changes, and a click handler. */
export function useStep(report: Issue, user: User) {
  const { isUnseen, expectOwn, forgetOwn } = useUnseenChange(report.status);
  const step = useAction(async (status: Status) => {
    expectOwn(status);
    const say = createAnnouncer();
    try {
      await unwrap(stepIssue({ id: report.id, from: report.status, status, userId: user.id }));
    } catch (error) {
      console.error("Failed to update issue:", failureOf(error) ?? error);
      // The step may have been stored all the same; then it must count as a change by somebody else.
      forgetOwn();
      // Another admin was faster, or the person is no longer an admin: show the present state.
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      throw error;
    }
    await reloadIssues();
    say(`The report is now ${STATUS_LABELS[status]}.`);
  });
  const [failure, setFailure] = useState({ error: step.error, status: report.status });
  if (failure.error !== step.error) setFailure({ error: step.error, status: report.status });

  const onClick = (status: Status, event: MouseEvent) => {
    // The second click of a double click means the first one's step, which may be done by now.
    if (event.detail > 1) return;
    // The button may have had another label when the person decided to click.
    if (isUnseen()) announce(`The report has just become ${STATUS_LABELS[report.status]}. Please look again.`);
    else step.run(status);
  };

  return { pending: step.pending, error: failure.status === report.status ? step.error : null, onClick };
}
