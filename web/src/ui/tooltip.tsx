import { TOOLTIP } from "@logbook/domain";
import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

/** Stands once around the app: the delays of section 9 hold for all tooltips together. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={TOOLTIP.delayMs} skipDelayDuration={TOOLTIP.skipMs}>
      {children}
    </Radix.Provider>
  );
}

/** Shows `text` beside its one child (an element that takes a ref) on hover and focus. Never the only place of a name. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-xs rounded-sm bg-ink px-2 py-1 text-paper text-xs shadow-raised"
        >
          {text}
          <Radix.Arrow className="fill-ink" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
