import {
  closingText,
  firstStatus,
  type Issue,
  MESSAGES,
  STATUS_LABELS,
  type Status,
  stepsFrom,
  type User,
} from "@logbook/domain";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import { reloadIssues } from "../after-write/index.ts";
import { closeDialogCode } from "../closing/index.ts";
import { deleteDialogCode } from "../trash/index.ts";
import { stepIssue } from "./api.ts";
import { undoStepAction } from "./undo-step.ts";

interface ActionsProps {
  report: Issue;
  user: User;
  titleId: string;
}

/**
 * The sentence that other members have in place of `AdminActions`. On a card it is seen while the details are open, and
 * always heard (`admins-only`). A list of rows hides it (`card-only`).
 */
export function AdminsOnlyNote() {
  return <span className="admins-only card-only text-xs sm:ml-auto">{MESSAGES.onlyAdmins}</span>;
}

/** An admin's buttons (sections 2 and 6). The API and the rules check the role too. */
export function AdminActions({ report, user, titleId }: ActionsProps) {
  const [openDialog, setOpenDialog] = useState<"close" | "delete" | null>(null);
  const dialogProps = { report, user, titleId, close: () => setOpenDialog(null) };
  const step = useStep(report, user);
  const focusTitleOnRemoval = useFocusFallback(titleId);
  return (
    <>
      <div ref={focusTitleOnRemoval} className="card-admin flex flex-wrap items-center gap-2 print:hidden">
        <StepButtons report={report} titleId={titleId} step={step} />
        {/* Together, so that a narrow window never puts Delete alone on a line. */}
        <span className="flex items-center max-md:ml-auto">
          <Button size="sm" variant="ghost" aria-describedby={titleId} onClick={() => setOpenDialog("close")}>
            <Icon name={closingText(report) === null ? "book-check" : "rotate-ccw"} className="size-4 sm:hidden" />
            <span className="max-sm:sr-only">{closeLabel(report)}</span>
          </Button>
          <Button
            size="sm"
            variant="danger"
            className="border-transparent bg-transparent"
            aria-describedby={titleId}
            onClick={() => setOpenDialog("delete")}
          >
            <Icon name="trash" className="size-4" />
            <span className="max-sm:sr-only">Delete</span>
          </Button>
        </span>
      </div>
      {step.error !== null && (
        <Notice kind="error" className="basis-full max-lg:mt-2">
          {`The status was not changed. ${failureText(step.error)}`}
        </Notice>
      )}
      {openDialog === "delete" && (
        <LazyPart code={deleteDialogCode} modal>
          {({ DeleteDialog }) => <DeleteDialog {...dialogProps} />}
        </LazyPart>
      )}
      {openDialog === "close" && (
        <LazyPart code={closeDialogCode} modal>
          {({ CloseDialog }) => <CloseDialog {...dialogProps} />}
        </LazyPart>
      )}
    </>
  );
}

function closeLabel({ duplicateOf, closedAs }: Issue): string {
  if (duplicateOf !== undefined) return "Not a duplicate";
  return closedAs === undefined ? "Close…" : "Reopen";
}

type StepButtonsProps = Omit<ActionsProps, "user"> & { step: ReturnType<typeof useStep> };

function StepButtons({ report: { type, status }, titleId, step: { pendingStatus, onClick } }: StepButtonsProps) {
  const steps = stepsFrom(type, status);
  if (steps === null) return <p className="text-soft text-sm">{`No step leads on from ${STATUS_LABELS[status]}.`}</p>;
  const { back, next } = steps;
  // The step around the end of the cycle, such as 'Back to Closed' of a new bug, is rarely meant: it has no frame.
  const first = firstStatus(type);
  const buttonProps = {
    size: "sm",
    className: "wrap-break-word max-sm:flex-1 max-sm:basis-22",
    busy: pendingStatus !== null,
    "aria-describedby": titleId,
  } as const;
  return (
    <>
      <Button
        {...buttonProps}
        variant={status === first ? "ghost" : "secondary"}
        data-shortcut="["
        onClick={(event) => onClick(back, event)}
      >
        <Icon name="arrow-left" className="size-4 max-sm:hidden" />
        <span>{`Back to ${STATUS_LABELS[back]}`}</span>
      </Button>
      <Button
        {...buttonProps}
        variant={next === first ? "ghost" : "soft"}
        data-shortcut="]"
        onClick={(event) => onClick(next, event)}
      >
        <span>{`Mark as ${STATUS_LABELS[next]}`}</span>
        {pendingStatus !== next && <Icon name="arrow-right" className="size-4 max-sm:hidden" />}
      </Button>
    </>
  );
}

// The time that a user needs to notice a button's new label.
const TIME_TO_NOTICE_MS = 800;
const NEVER = Number.NEGATIVE_INFINITY;

/** Moves a report's status by one step on a click. `error` says why the last step failed, until the status changes. */
function useStep(report: Issue, user: User) {
  // The status to which the user's own step leads; at first the initial status. Any other status is a change by others.
  const expectedStatus = useRef<Status | null>(report.status);
  const changedByOthersAt = useRef(NEVER);
  // A layout effect runs before the paint: the user may click right after it.
  useLayoutEffect(() => {
    changedByOthersAt.current = expectedStatus.current === report.status ? NEVER : performance.now();
    expectedStatus.current = null;
  }, [report.status]);

  const step = useAction(async (status: Status) => {
    expectedStatus.current = status;
    const announceResult = createAnnouncer();
    const change = { id: report.id, from: report.status, status, userId: user.id };
    try {
      await unwrap(stepIssue(change), "Failed to update issue:");
    } catch (error) {
      // The API may have stored the step although its response was lost. The change then counts as somebody else's.
      expectedStatus.current = null;
      // Another admin was faster, or the user is no longer an admin: show what is stored.
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      throw error;
    }
    await reloadIssues();
    announceResult(`The report is now ${STATUS_LABELS[status]}.`, undoStepAction(change));
  });
  // The last error, with the report's status at that time.
  const [lastFailure, setLastFailure] = useState({ error: step.error, status: report.status });
  if (lastFailure.error !== step.error) setLastFailure({ error: step.error, status: report.status });
  const error = lastFailure.status === report.status ? step.error : null;

  const onClick = (status: Status, event: MouseEvent) => {
    // The first click of a double click has already started the step.
    if (event.detail > 1) return;
    // The button may have had another label when the user decided to click.
    if (performance.now() - changedByOthersAt.current < TIME_TO_NOTICE_MS)
      announce(`The report has just become ${STATUS_LABELS[report.status]}. Please look again.`);
    else step.run(status);
  };

  return { pendingStatus: step.pending, error, onClick };
}
