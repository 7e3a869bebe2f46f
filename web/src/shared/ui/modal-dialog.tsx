import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { BACKDROP, ignoreWhileComposing, useCloseRequest, useReturnFocus } from "./dialog.ts";
import { ownElement } from "./own-element.tsx";

interface ModalDialogProps {
  title: string;
  description: ReactNode;
  /** Whether work is running: then only the dialog's own buttons can end it, not Escape or a click outside. */
  busy?: boolean;
  close: () => void;
  /** Moves the focus after closing, if the element that had the focus before is gone. */
  focusFallback?: () => void;
  children: ReactNode;
}

/** A dialog with a form, a list or a task. `ConfirmDialog` is the one for a question. */
export function ModalDialog({ title, description, busy = false, close, focusFallback, children }: ModalDialogProps) {
  const returnFocus = useReturnFocus(focusFallback);
  const closeUnlessBusy = () => {
    if (!busy) close();
  };
  // Escape closes the dialog through `onOpenChange`. Back on Android closes it through this hook.
  useCloseRequest(closeUnlessBusy);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeUnlessBusy()}>
      <Dialog.Portal>
        <Dialog.Overlay className={BACKDROP} />
        <Dialog.Content
          {...returnFocus}
          onEscapeKeyDown={ignoreWhileComposing}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-rule bg-sheet p-5 text-ink shadow-raised sm:p-6"
        >
          <Dialog.Title className="wrap-anywhere font-semibold font-serif text-xl">{title}</Dialog.Title>
          <Dialog.Description className="wrap-anywhere mt-2 text-soft text-sm">
            {ownElement(description)}
          </Dialog.Description>
          {ownElement(children)}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
