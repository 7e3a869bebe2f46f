import { type RefObject, useEffect, useEffectEvent } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Copies the control's value into the state after hydration, if the user typed or chose something before: hydration
 * keeps the control's value, but the state still has `value`.
 */
export function usePreHydrationValue(
  control: RefObject<Control | null>,
  value: string,
  setValue: (value: string) => void,
): void {
  const copyToState = useEffectEvent(() => {
    const shown = control.current?.value;
    if (shown !== undefined && shown !== value) setValue(shown);
  });
  useEffect(() => copyToState(), []);
}
