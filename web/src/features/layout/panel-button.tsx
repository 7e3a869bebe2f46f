import { type ReactNode, useId, useRef, useState } from "react";
import type { LazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import type { IconName } from "../../shared/ui/icon-names.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import type { PanelProps } from "../../shared/ui/use-dismiss-panel.ts";

// A larger number does not fit the badge.
const MAX_BADGE_COUNT = 99;

interface PanelButtonProps<T> {
  label: string;
  icon: IconName;
  /** The panel's code, which loads when the panel is first opened. */
  code: LazyResource<T>;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** The number at the button's corner. The button shows no number if it is 0. */
  badgeCount?: number;
  /** 0 or -1, since the button is in a group of the arrow keys (features/keys/arrow-groups.ts). */
  tabIndex: number;
  children: (code: T, panelProps: PanelProps) => ReactNode;
}

/** A button of the header that opens and closes a panel, such as the news. */
export function PanelButton<T>({
  label,
  icon,
  code,
  isOpen,
  setIsOpen,
  badgeCount = 0,
  tabIndex,
  children,
}: PanelButtonProps<T>) {
  // The panel stays mounted when it is closed, because it also renders the dialogs that its buttons open.
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        aria-label={label}
        data-tooltip={isOpen ? undefined : label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="on-cover relative inline-grid size-11 shrink-0 place-items-center rounded-md max-[22rem]:size-10 motion-safe:transition-colors hover:bg-cover-edge sm:size-10"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={icon} className="size-5" />
        {badgeCount > 0 && (
          <span className="absolute top-0.5 right-0.5 min-w-4.5 rounded-full bg-flag px-1 text-center font-semibold text-[0.6875rem] text-cover leading-4.5">
            {badgeCount > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : badgeCount}
          </span>
        )}
      </button>
      {wasOpened && (
        <LazyPart
          code={code}
          // The class is for the notice that replaces the panel if the code cannot be loaded.
          className={
            isOpen ? "absolute top-15 right-4 left-4 z-40 shadow-raised sm:right-6 sm:left-auto sm:w-96" : "hidden"
          }
        >
          {(loadedCode) =>
            children(loadedCode, { id, open: isOpen, close: () => setIsOpen(false), opener: button.current })
          }
        </LazyPart>
      )}
    </>
  );
}
