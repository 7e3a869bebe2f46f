import { formatCount } from "@logbook/domain";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button, RetryButton } from "../ui/button.tsx";
import { BACKDROP, useCloseRequest, useReturnFocus } from "../ui/dialog.ts";
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
  const returnFocus = useReturnFocus();
  const { state, isActive, start } = useDownloadTask(run);
  // Only the button Cancel ends a running download: Escape is pressed by mistake too easily.
  const closeUnlessActive = () => {
    if (!isActive) close();
  };
  useCloseRequest(closeUnlessActive);
  const isDone = state.kind === "done";
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeUnlessActive()}>
      <Dialog.Portal>
        <Dialog.Overlay className={BACKDROP} />
        <Dialog.Content
          {...returnFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-rule bg-sheet p-5 text-ink shadow-raised sm:p-6"
        >
          <Dialog.Title className="font-semibold font-serif text-xl">{title}</Dialog.Title>
          <Dialog.Description className="mt-2 text-soft text-sm">{description}</Dialog.Description>
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
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
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
