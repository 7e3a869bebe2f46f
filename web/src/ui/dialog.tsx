import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import { useReturnFocus } from "./use-return-focus.ts";

/** What darkens the page behind a dialog. */
export const BACKDROP = "fixed inset-0 z-40 bg-[rgb(5_15_12/0.72)] print:hidden";

/** Props of `Dialog`: open state is the caller's; `title` names it. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A modal dialog: focus is trapped and returned, Escape and the backdrop close it. Load it lazily. */
export function Dialog({ open, onOpenChange, title, description, className, children }: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={BACKDROP} />
        <Radix.Content
          {...returnFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cx(
            "fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-rule bg-sheet p-5 shadow-raised",
            className,
          )}
        >
          <div className="mb-3 flex items-start gap-3">
            <Radix.Title className="flex-1 pt-1 font-semibold font-serif text-xl">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Radix.Close>
          </div>
          {description && <Radix.Description className="mb-3 text-soft">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
