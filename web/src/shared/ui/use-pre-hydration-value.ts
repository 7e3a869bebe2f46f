import { type RefObject, useEffect, useEffectEvent } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Takes up what was typed or chosen in a control before React came to it: hydration leaves that as it is, and the state
 * behind it, which shows as `value`, does not know of it.
 */
export function usePreHydrationValue(
  control: RefObject<Control | null>,
  value: string,
  take: (early: string) => void,
): void {
  const takeUp = useEffectEvent(() => {
    const early = control.current?.value;
    if (early !== undefined && early !== value) take(early);
  });
  useEffect(() => takeUp(), []);
}
