import {
  CLOSE_REASON_LABELS,
  CLOSING_REASONS,
  type ClosingReason,
  closingText,
  type Issue,
  type User,
} from "@logbook/domain";
import { Dialog } from "radix-ui";
import { type ComponentProps, type FormEvent, type ReactNode, useState } from "react";
import { failureText } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { ModalDialog } from "../../shared/ui/modal-dialog.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import type { ClosingChange } from "./api.ts";
import { changeClosing } from "./change-closing.ts";
import { TargetField } from "./target-field.tsx";

interface DialogProps {
  report: Issue;
  user: User;
  titleId: string;
  close: () => void;
}

/** Asks an admin why a report is to be closed, and closes it; reopens a closed report. The message has Undo. */
export function CloseDialog({ report: currentReport, user, titleId, close }: DialogProps) {
  // While the dialog is open, the report changes: the list is loaded again before the dialog closes.
  const [report] = useState(currentReport);
  const change = useAction(async (closing: ClosingChange) => {
    await changeClosing(report, user, closing);
    close();
  });
  const error = change.error === null ? null : `The report was not changed. ${failureText(change.error)}`;
  const focusFallback = () => document.getElementById(titleId)?.focus();
  const props = { report, close, focusFallback, error, busy: change.isPending, run: change.run };
  if (closingText(report) !== null) return <ReopenDialog {...props} />;
  return (
    <ReasonDialog title="Close this report" confirmLabel="Close report" reports={[report]} {...props}>
      <ReportTitle report={report} />
      <span> keeps its status and shows the reason beside it.</span>
    </ReasonDialog>
  );
}

/** Asks an admin why several reports are to be closed, and calls `run` with the answer. */
export function CloseManyDialog({
  reports,
  ...props
}: Pick<ReasonProps, "reports" | "close" | "focusFallback" | "run">) {
  const names = reports.length === 1 ? "this report" : `${reports.length} reports`;
  return (
    <ReasonDialog
      title={`Close ${names}`}
      confirmLabel={`Close ${names}`}
      reports={reports}
      error={null}
      busy={false}
      {...props}
    >
      <span>Each keeps its status and shows the reason beside it.</span>
    </ReasonDialog>
  );
}

interface PartProps {
  close: () => void;
  focusFallback: () => void;
  error: string | null;
  busy: boolean;
  run: (closing: ClosingChange) => void;
}

interface ReasonProps extends PartProps {
  title: string;
  confirmLabel: string;
  /** The reports that are to be closed. */
  reports: ComponentProps<typeof TargetField>["reports"];
  /** Says what closing does. */
  children: ReactNode;
}

function ReopenDialog({ report, run, ...props }: PartProps & { report: Issue }) {
  const isDuplicate = report.duplicateOf !== undefined;
  return (
    <ConfirmDialog
      title={isDuplicate ? "Not a duplicate?" : "Reopen this report?"}
      cancelLabel="Cancel"
      confirmLabel={isDuplicate ? "Not a duplicate" : "Reopen"}
      onConfirm={() => run({ reason: null })}
      {...props}
    >
      <ReportTitle report={report} />
      <span>
        {isDuplicate
          ? " stands for itself again, with its own votes, followers and amendments, as before."
          : " loses the reason for which it was closed. Its status stays."}
      </span>
    </ConfirmDialog>
  );
}

const ReportTitle = ({ report }: { report: Issue }) => (
  <strong dir="auto" className="font-semibold text-ink">
    {`“${report.title}”`}
  </strong>
);

const REASON_TEXTS: Record<ClosingReason, string> = {
  duplicate: "Duplicate of another report",
  ...CLOSE_REASON_LABELS,
};

function ReasonDialog({ title, confirmLabel, reports, children, close, focusFallback, error, busy, run }: ReasonProps) {
  const [reason, setReason] = useState<ClosingReason | null>(null);
  const [targetId, setTargetId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (reason === null) setProblem("Please choose why the report is closed.");
    else if (reason !== "duplicate") run({ reason });
    else if (targetId === null) setProblem("Please find and choose the report that this one repeats.");
    else run({ reason, of: targetId });
  };
  return (
    <ModalDialog title={title} description={children} busy={busy} close={close} focusFallback={focusFallback}>
      <form noValidate className="mt-4 grid gap-4" onSubmit={submit}>
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold text-sm">Why?</legend>
          {CLOSING_REASONS.map((option) => (
            <label key={option} className="flex min-h-10 items-center gap-2 sm:min-h-8">
              <input
                type="radio"
                name="reason"
                value={option}
                checked={reason === option}
                onChange={() => {
                  setReason(option);
                  setProblem(null);
                }}
                className="size-4 accent-accent"
              />
              <span>{REASON_TEXTS[option]}</span>
            </label>
          ))}
        </fieldset>
        {reason === "duplicate" && (
          <TargetField
            reports={reports}
            targetId={targetId}
            choose={(id) => {
              setTargetId(id);
              setProblem(null);
            }}
          />
        )}
        {(problem ?? error) !== null && <Notice kind="error">{problem ?? error}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Dialog.Close asChild>
            <Button disabled={busy}>Cancel</Button>
          </Dialog.Close>
          <Button type="submit" variant="primary" busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
