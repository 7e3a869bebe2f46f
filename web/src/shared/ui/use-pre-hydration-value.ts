import { type RefObject, useEffect, useEffectEvent } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Copies text typed or an option chosen before hydration into the state: hydration keeps the control's own value, while
 * the state still holds `value`.
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
