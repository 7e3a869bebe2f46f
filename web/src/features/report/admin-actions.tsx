import { type Issue, MESSAGES, STATUS_LABELS, type Status, stepsFrom, type User } from "@logbook/domain";
import { type MouseEvent, useState } from "react";
import { failureOf, unwrap } from "../../shared/api/api-error.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { stepIssue } from "../../shared/api/step-issue.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { UNEXPECTED } from "../../shared/texts.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ArrowLeft, ArrowRight, Trash } from "../../shared/ui/icons.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { FocusFallback } from "./focus-fallback.tsx";
import { useUnseenChange } from "./use-unseen-change.ts";

const dialogCode = lazyResource(() => import("./delete-dialog.tsx"));

interface ActionsProps {
  report: Issue;
  user: User;
  titleId: string;
}

/** What an admin may do with a report, or that only they may (sections 2 and 6). The server and the rules decide again. */
export function AdminActions(props: ActionsProps) {
  if (props.user.isAdmin)
    return (
      <FocusFallback to={props.titleId}>
        <Actions {...props} />
      </FocusFallback>
    );
  return (
    <p className="icon-before icon-lock flex items-center gap-1.5 text-soft text-xs before:size-3.5 sm:ml-auto">
      {MESSAGES.onlyAdmins}
    </p>
  );
}

function Actions({ report, user, titleId }: ActionsProps) {
  const [deleting, setDeleting] = useState(false);
  const { isNews, expect, forget } = useUnseenChange(report.status);
  const step = useAction(async (status: Status) => {
    expect(status);
    const say = createAnnouncer();
    try {
      await unwrap(stepIssue({ id: report.id, from: report.status, status, userId: user.id }));
    } catch (error) {
      console.error("Failed to update issue:", failureOf(error) ?? error);
      // It may have been made all the same, and be heard of when the person is about to press again.
      forget();
      // Somebody was faster, or took the right away: show what holds now.
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      throw error;
    }
    await reloadIssues();
    say(`The report is now ${STATUS_LABELS[status]}.`);
  });
  // What was said against a step is of the status that the report had then.
  const [refused, setRefused] = useState({ error: step.error, status: report.status });
  if (refused.error !== step.error) setRefused({ error: step.error, status: report.status });
  const steps = stepsFrom(report.type, report.status);
  const pending = step.pending !== null;
  const press = (status: Status, event: MouseEvent) => {
    // The second press of a double click means the first one's step, which may have been made by now.
    if (event.detail > 1) return;
    // The button may have said something else when the person made up their mind.
    if (isNews()) announce(`The report has just become ${STATUS_LABELS[report.status]}. Please look again.`);
    else step.run(status);
  };
  return (
    <>
      <div className="flex basis-full flex-wrap items-center gap-2 md:ml-auto md:basis-auto">
        {steps === null && <p className="text-soft text-sm">No step leads on from {STATUS_LABELS[report.status]}.</p>}
        {steps && (
          <>
            <Button
              size="sm"
              className="wrap-break-word max-sm:flex-1 max-sm:basis-22"
              busy={pending}
              aria-describedby={titleId}
              onClick={(event) => press(steps.back, event)}
            >
              <ArrowLeft aria-hidden="true" className="size-4 max-sm:hidden" />
              Back to {STATUS_LABELS[steps.back]}
            </Button>
            <Button
              size="sm"
              className="wrap-break-word max-sm:flex-1 max-sm:basis-22"
              busy={pending}
              variant="soft"
              aria-describedby={titleId}
              onClick={(event) => press(steps.next, event)}
            >
              Mark as {STATUS_LABELS[steps.next]}
              {step.pending !== steps.next && <ArrowRight aria-hidden="true" className="size-4 max-sm:hidden" />}
            </Button>
          </>
        )}
        <Button
          size="sm"
          variant="danger"
          className="border-transparent bg-transparent max-md:ml-auto"
          aria-describedby={titleId}
          onClick={() => setDeleting(true)}
        >
          <Trash aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Delete</span>
        </Button>
      </div>
      {step.error !== null && refused.status === report.status && (
        <Notice kind="error" className="basis-full">
          The status was not changed. {failureOf(step.error)?.error ?? UNEXPECTED}
        </Notice>
      )}
      {deleting && (
        <LazyPart code={dialogCode} modal>
          {({ DeleteDialog }) => <DeleteDialog report={report} user={user} close={() => setDeleting(false)} />}
        </LazyPart>
      )}
    </>
  );
}
