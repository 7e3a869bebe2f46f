import { useEffect, useEffectEvent } from "react";
import { isDialogOpen, isTextControl, isUndoKey } from "./keys.ts";

/** Calls `undo` on Ctrl+Z or ⌘Z, unless a dialog is open. */
export function useUndoKey(undo: (() => void) | undefined): void {
  const undoByKey = useEffectEvent((event: KeyboardEvent) => {
    // In a text control the keys undo typing.
    if (!undo || !isUndoKey(event) || isTextControl(event.target) || isDialogOpen()) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    addEventListener("keydown", undoByKey);
    return () => removeEventListener("keydown", undoByKey);
  }, []);
}
