import type { KeyboardEvent } from "react";

/** Submits a form on Ctrl+Enter or ⌘Enter, also from a multi-line input. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
