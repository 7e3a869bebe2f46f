import { formatCount } from "@logbook/domain";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from "react";
import { isSubmitKey } from "./keys.ts";

/** A hint such as '12 characters left' once a text has 90 % of its maximum length; `null` for shorter texts. */
export function remainingCharacters(length: number, maxLength: number): string | null {
  if (length < maxLength * 0.9) return null;
  const count = Math.abs(maxLength - length);
  const characters = `${formatCount(count)} ${count === 1 ? "character" : "characters"}`;
  return length > maxLength ? `${characters} too many` : `${characters} left`;
}

/** Submits a form on Ctrl+Enter or ⌘Enter, also from a multi-line input. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isSubmitKey(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/**
 * Whether the user sees a form whose attribute `data-form` has this value. A form may be in the page without being
 * shown: in a closed card, or in the list while a report's page is shown.
 */
export const isFormShown = (name: string): boolean =>
  [...document.querySelectorAll(`[data-form="${CSS.escape(name)}"]`)].some((form) => form.checkVisibility());

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Copies the control's value into the state after hydration, in case the user typed or chose something before: the
 * control keeps the user's input, but the state still has `value`.
 */
export function usePreHydrationValue(
  control: RefObject<Control | null>,
  value: string,
  setValue: (value: string) => void,
): void {
  const copyToState = useEffectEvent(() => {
    const shownValue = control.current?.value;
    if (shownValue !== undefined && shownValue !== value) setValue(shownValue);
  });
  useEffect(() => copyToState(), []);
}
