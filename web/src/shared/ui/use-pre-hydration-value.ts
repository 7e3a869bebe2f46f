import { type RefObject, useEffect, useEffectEvent } from "react";

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
