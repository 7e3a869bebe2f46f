import type { KeyboardEvent } from "react";
import { submitByKey } from "./forms.ts";
import { isDialogOpen, isEscape } from "./keys.ts";

/**
 * `onKeyDown` of a form that can be closed: Escape calls `close`, Ctrl+Enter or ⌘Enter submits. An Escape that closes
 * something else leaves the form open: an input method's, a tooltip's, a dialog's, or that of an open select.
 */
export const formKeys =
  (close: () => void) =>
  (event: KeyboardEvent<HTMLFormElement>): void => {
    const { nativeEvent, target, currentTarget } = event;
    submitByKey(event);
    if (!isEscape(nativeEvent)) return;
    // The events of a dialog that the form has opened arrive here too, although the dialog is elsewhere in the page.
    const isInForm = target instanceof Element && currentTarget.contains(target) && !isDialogOpen();
    // Not every browser says whether a select is open.
    if (!isInForm || target.matches("select") || nativeEvent.defaultPrevented) return;
    event.preventDefault();
    close();
  };
