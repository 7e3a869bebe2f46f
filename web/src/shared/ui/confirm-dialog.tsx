import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { BACKDROP, useCloseRequest, useReturnFocus } from "./dialog.ts";
import { Notice } from "./notice.tsx";

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** Controls below the text. */
  controls?: ReactNode;
  cancelLabel: string;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  error: string | null;
  onConfirm: () => void;
  close: () => void;
  /** Moves the focus after closing, if the element that had the focus before is gone. */
  focusFallback?: () => void;
}

export function ConfirmDialog({ busy, error, close, focusFallback, ...props }: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(focusFallback);
  const closeUnlessBusy = () => !busy && close();
  // Escape closes the dialog through `onOpenChange`. Back on Android closes it through this hook.
  useCloseRequest(closeUnlessBusy);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && closeUnlessBusy()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={BACKDROP} />
        <AlertDialog.Content
          {...returnFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-rule bg-sheet p-5 text-ink shadow-raised sm:p-6"
        >
          <AlertDialog.Title className="font-semibold font-serif text-xl">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-soft">{props.children}</AlertDialog.Description>
          {props.controls}
          {error !== null && (
            <Notice kind="error" className="mt-4">
              {error}
            </Notice>
          )}
          {/* The buttons are sticky, because one of them has the focus and must be visible in a low window. */}
          <div className="sticky -bottom-5 -mx-5 -mb-5 mt-4 flex flex-wrap justify-end gap-2 bg-sheet px-5 pt-2 pb-5 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6">
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{props.cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={props.danger ? "danger" : "primary"} busy={busy} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
