import { cloneElement, type PointerEvent, type ReactElement, useEffect, useRef } from "react";
import { armTooltip, disarmTooltip } from "./tooltips.ts";

/** What a tooltip's child has to take. */
type Child = ReactElement<{
  ref?: (element: HTMLElement | null) => void;
  onPointerEnter?: (event: PointerEvent) => void;
  onFocus?: () => void;
}>;

/**
 * Shows `text` beside its one child (an element that takes a ref) on hover and focus, once the pointer or the focus was
 * there: the code behind it is loaded by then, and a long list pays nothing for it. Never the only place of a name.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const anchor = useRef<HTMLElement | null>(null);
  const arm = () => {
    if (anchor.current) armTooltip(anchor.current, text);
  };
  useEffect(() => {
    const element = anchor.current;
    return () => {
      if (element) disarmTooltip(element);
    };
  }, []);
  return cloneElement(children as Child, {
    ref: (element) => {
      anchor.current = element;
    },
    onPointerEnter: ({ pointerType }) => {
      if (pointerType !== "touch") arm();
    },
    onFocus: arm,
  });
}
