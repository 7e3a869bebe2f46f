import { useEffect, useEffectEvent } from "react";

/** Calls `undo` on Ctrl+Z or ⌘Z, unless a dialog is open. */
export function useUndoKey(undo: (() => void) | undefined): void {
  const undoByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!undo || !isUndoKey(event) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    addEventListener("keydown", undoByKey);
    return () => removeEventListener("keydown", undoByKey);
  }, []);
}

/** Whether the keys are Ctrl+Z or ⌘Z outside a text control. Inside a text control these keys undo typing. */
function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  const isInTextControl = target instanceof Element && target.matches("input, textarea");
  return key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey && !isInTextControl;
}
