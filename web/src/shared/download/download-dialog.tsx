import { formatCount } from "@logbook/domain";
import type { ReactNode } from "react";
import { Button, RetryButton } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import type { DownloadTask, Progress } from "./run-calls.ts";
import { useDownloadTask } from "./use-download-task.ts";

interface DownloadDialogProps {
  title: string;
  description: string;
  startLabel: string;
  /** The choices before the start. */
  children?: ReactNode;
  /** See `useDownloadTask`. */
  run: (task: DownloadTask) => Promise<string | null>;
  close: () => void;
}

/** A dialog that makes a file in many calls, with its progress. Cancelling or closing it ends the calls. */
export function DownloadDialog({ title, description, startLabel, children, run, close }: DownloadDialogProps) {
  const { state, isActive, start } = useDownloadTask(run);
  const isDone = state.kind === "done";
  return (
    <ModalDialog title={title} description={description} busy={isActive} close={close}>
      <div className="mt-4 grid gap-4">
        {state.kind === "idle" && children}
        {"progress" in state && <TaskProgress label={title} progress={state.progress} />}
        {state.kind === "paused" && (
          <Notice kind="error" action={<RetryButton onClick={state.retry} />}>
            {state.error}
          </Notice>
        )}
        {state.kind === "failed" && <Notice kind="error">{state.error}</Notice>}
        {isDone && <Notice kind="info">{state.summary}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          {/* The same element in all states, so that it keeps the focus. */}
          <Button onClick={close}>{isDone ? "Close" : "Cancel"}</Button>
          {!isDone && (
            <Button variant="primary" busy={isActive} onClick={start}>
              {state.kind === "failed" ? "Try again" : startLabel}
            </Button>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}

function TaskProgress({ label, progress }: { label: string; progress: Progress | null }) {
  const percent = progress === null ? 0 : Math.floor((100 * progress.done) / Math.max(1, progress.total));
  const text =
    progress === null
      ? "Starting…"
      : `${formatCount(progress.done)} of ${formatCount(progress.total)} ${progress.unit}`;
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-3 overflow-hidden rounded-sm border border-line bg-sunken"
      >
        <div className="h-full bg-accent motion-safe:transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1 text-soft text-sm tabular-nums">{text}</p>
      {/* Screen readers hear every tenth only. */}
      <p role="status" className="sr-only">{`${Math.floor(percent / 10) * 10} percent`}</p>
    </div>
  );
}
