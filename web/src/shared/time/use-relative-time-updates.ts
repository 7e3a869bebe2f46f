import { useEffect } from "react";
import { onReturn } from "../browser/on-return.ts";
import { updateRelativeTimes, writeExactTimes } from "./times.ts";

const UPDATE_INTERVAL_MS = 60_000;

/** Updates all relative times of the page: now, each minute, and when the user returns. Prints exact times instead. */
export function useRelativeTimeUpdates(): void {
  useEffect(() => {
    const update = () => updateRelativeTimes(document.body);
    update();
    const timer = setInterval(update, UPDATE_INTERVAL_MS);
    const unsubscribe = onReturn(update);
    const print = () => writeExactTimes(document.body);
    addEventListener("beforeprint", print);
    addEventListener("afterprint", update);
    return () => {
      removeEventListener("beforeprint", print);
      removeEventListener("afterprint", update);
      clearInterval(timer);
      unsubscribe();
    };
  }, []);
}
