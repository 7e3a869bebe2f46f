import { type Issue, MESSAGES, STATUS_LABELS, stepsFrom, type User } from "@logbook/domain";
import { useState } from "react";
import { failureText } from "../../shared/api/result.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useFocusFallback } from "./use-focus-fallback.ts";
import { useStep } from "./use-step.ts";

const deleteDialogCode = lazyResource(() => import("./delete-dialog.tsx"));

interface ActionsProps {
  report: Issue;
  user: User;
  titleId: string;
}

/** Members who are no admins see this sentence in place of `AdminActions`; a list of rows hides it (`card-only`). */
export function AdminsOnlyNote() {
  return <span className="card-only text-xs sm:ml-auto">{MESSAGES.onlyAdmins}</span>;
}

/** An admin's buttons (sections 2 and 6). The API and the rules check the role too. */
export function AdminActions({ report, user, titleId }: ActionsProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const step = useStep(report, user);
  const focusTitleOnRemoval = useFocusFallback(titleId);
  return (
    <>
      <div
        ref={focusTitleOnRemoval}
        className="card-admin flex basis-full flex-wrap items-center gap-2 md:ml-auto md:basis-auto print:hidden"
      >
        <StepButtons report={report} titleId={titleId} pendingStatus={step.pendingStatus} onClick={step.onClick} />
        <Button
          size="sm"
          variant="danger"
          className="border-transparent bg-transparent max-md:ml-auto"
          aria-describedby={titleId}
          onClick={() => setIsDialogOpen(true)}
        >
          <Icon name="trash" className="size-4" />
          <span className="max-sm:sr-only">Delete</span>
        </Button>
      </div>
      {step.error !== null && (
        <Notice kind="error" className="basis-full max-lg:mt-2">
          The status was not changed. {failureText(step.error)}
        </Notice>
      )}
      {isDialogOpen && (
        <LazyPart code={deleteDialogCode} modal>
          {({ DeleteDialog }) => <DeleteDialog {...{ report, user, titleId }} close={() => setIsDialogOpen(false)} />}
        </LazyPart>
      )}
    </>
  );
}

type StepButtonsProps = Omit<ActionsProps, "user"> & Pick<ReturnType<typeof useStep>, "pendingStatus" | "onClick">;

function StepButtons({ report: { type, status }, titleId, pendingStatus, onClick }: StepButtonsProps) {
  const steps = stepsFrom(type, status);
  if (steps === null) return <p className="text-soft text-sm">No step leads on from {STATUS_LABELS[status]}.</p>;
  const isBusy = pendingStatus !== null;
  return (
    <>
      <Button
        size="sm"
        className="wrap-break-word max-sm:flex-1 max-sm:basis-22"
        busy={isBusy}
        aria-describedby={titleId}
        onClick={(event) => onClick(steps.back, event)}
      >
        <Icon name="arrow-left" className="size-4 max-sm:hidden" />
        Back to {STATUS_LABELS[steps.back]}
      </Button>
      <Button
        size="sm"
        className="wrap-break-word max-sm:flex-1 max-sm:basis-22"
        busy={isBusy}
        variant="soft"
        aria-describedby={titleId}
        onClick={(event) => onClick(steps.next, event)}
      >
        Mark as {STATUS_LABELS[steps.next]}
        {pendingStatus !== steps.next && <Icon name="arrow-right" className="size-4 max-sm:hidden" />}
      </Button>
    </>
  );
}
