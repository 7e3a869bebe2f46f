import { type RefObject, useEffect, useEffectEvent } from "react";
import { isEscape } from "./keys.ts";

/** The props that a panel gets from its button. The panel stays mounted while it is closed. */
export interface PanelProps {
  id: string;
  open: boolean;
  close: () => void;
  /** The button that toggles the panel; the focus returns to it. */
  opener: HTMLElement | null;
}

/** Closes the open panel on Escape, and once the user clicks or moves the focus outside it. */
export function useDismissPanel(
  panel: RefObject<Element | null>,
  { open, close, opener }: Omit<PanelProps, "id">,
): void {
  const closePanel = useEffectEvent(close);
  // Radix's Popover is not used: it would keep the focus inside the panel and add 11 KB (docs/decisions/0042).
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const { signal } = controller;
    // The list stays mounted behind a report's page. An open panel in the hidden list must not react.
    const isHidden = () => Boolean(panel.current?.closest("[hidden]"));
    const closeIfOutside = ({ target }: Event) => {
      if (isHidden()) return;
      const isInside = panel.current?.contains(target as Node) || opener?.contains(target as Node);
      if (!isInside) closePanel();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (!isEscape(event) || isHidden()) return;
      opener?.focus();
      closePanel();
    };
    document.addEventListener("pointerdown", closeIfOutside, { signal });
    document.addEventListener("focusin", closeIfOutside, { signal });
    document.addEventListener("keydown", closeOnEscape, { signal });
    return () => controller.abort();
  }, [panel, open, opener]);
}
