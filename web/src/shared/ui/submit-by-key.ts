import type { KeyboardEvent } from "react";

/** Submits a form by Ctrl or ⌘ with Enter, also from a text of several lines. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
