import { useEffect, useEffectEvent } from "react";
import { isUndoKey } from "./keys.ts";

/** Calls `undo` on Ctrl+Z or ⌘Z, unless a dialog is open. */
export function useUndoKey(undo: (() => void) | undefined): void {
  const undoByKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      !undo ||
      !isUndoKey(event) ||
      isInTextControl(event) ||
      document.querySelector('[role="dialog"], [role="alertdialog"]')
    )
      return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    addEventListener("keydown", undoByKey);
    return () => removeEventListener("keydown", undoByKey);
  }, []);
}

/** In a text control the keys undo typing. */
const isInTextControl = ({ target }: Event): boolean => target instanceof Element && target.matches("input, textarea");
