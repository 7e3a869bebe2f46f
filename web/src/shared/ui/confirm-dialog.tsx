import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { BACKDROP } from "./backdrop.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { useCloseRequest } from "./use-close-request.ts";
import { useReturnFocus } from "./use-return-focus.ts";

/** Props of `ConfirmDialog`. `error` is a whole sentence; `otherwise` is focused afterwards when what opened it is gone. */
export interface ConfirmDialogProps {
  title: string;
  /** What will happen, in words. */
  children: ReactNode;
  keep: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  error: string | null;
  onConfirm: () => void;
  close: () => void;
  otherwise?: () => void;
}

/** Asks before something that others will feel, and says what it will do. */
export function ConfirmDialog({
  title,
  children,
  keep,
  confirm,
  danger = false,
  busy,
  error,
  onConfirm,
  close,
  otherwise,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(otherwise);
  const leave = () => !busy && close();
  useCloseRequest(leave);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && leave()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={BACKDROP} />
        <AlertDialog.Content
          {...returnFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-rule bg-sheet p-5 text-ink shadow-raised sm:p-6"
        >
          <AlertDialog.Title className="font-semibold font-serif text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-soft">{children}</AlertDialog.Description>
          {error !== null && (
            <Notice kind="error" className="mt-4">
              {error}
            </Notice>
          )}
          {/* In sight however low the window is: one of the two has the focus. */}
          <div className="sticky -bottom-5 -mx-5 -mb-5 mt-4 flex flex-wrap justify-end gap-2 bg-sheet px-5 pt-2 pb-5 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6">
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{keep}</Button>
            </AlertDialog.Cancel>
            <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
