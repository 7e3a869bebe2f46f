import { FOLLOW_LABELS, FOLLOW_MODES, type FollowMode } from "@logbook/domain";
import { DropdownMenu } from "radix-ui";
import { type Ref, useImperativeHandle } from "react";

interface MenuProps {
  /** The button 'Following'. */
  button: HTMLElement;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  mode: FollowMode;
  choose: (mode: FollowMode) => void;
}

/** The menu of 'Following': which changes of the report are news. */
export function FollowMenu({ button, isOpen, setIsOpen, mode, choose }: MenuProps) {
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setIsOpen} modal={false}>
      <DropdownMenu.Trigger asChild>
        <ExistingTrigger element={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label="News of this report"
          aria-labelledby={undefined}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          loop
          className="arrive z-50 min-w-44 rounded-md border border-rule bg-sheet py-1 text-ink text-sm shadow-raised outline-none"
          // The click that follows closes the menu.
          onInteractOutside={(event) => button.contains(event.target as Node) && event.preventDefault()}
          // Letters move between the items here; single keys do nothing else.
          onKeyDown={(event) => event.stopPropagation()}
        >
          <DropdownMenu.RadioGroup value={mode} onValueChange={(chosen) => choose(chosen as FollowMode)}>
            {FOLLOW_MODES.map((option) => (
              <DropdownMenu.RadioItem
                key={option}
                value={option}
                ref={option === mode ? focusItem : undefined}
                className="flex min-h-11 cursor-pointer items-center gap-2 px-3 outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent-strong sm:min-h-9"
              >
                <span className="size-4">
                  <DropdownMenu.ItemIndicator className="icon icon-circle-dot size-4" />
                </span>
                <span>{FOLLOW_LABELS[option]}</span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The arrow keys begin at the mode that is chosen, also if the menu was opened by mouse. */
const focusItem = (item: HTMLElement | null) => item?.focus({ preventScroll: true });

/** The child of Radix's trigger. It renders nothing: the trigger is an existing button, which opens the menu by itself. */
function ExistingTrigger({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
