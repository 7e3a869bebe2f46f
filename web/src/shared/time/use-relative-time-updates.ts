import { useEffect } from "react";
import { onReturn } from "../browser/on-return.ts";
import { updateRelativeTimes, writeExactTimes } from "./times.ts";

const UPDATE_INTERVAL_MS = 60_000;

/** Updates all relative times of the page: now, each minute, and when the user returns. A print shows exact times. */
export function useRelativeTimeUpdates(): void {
  useEffect(() => {
    updateRelativeTimes();
    const timer = setInterval(updateRelativeTimes, UPDATE_INTERVAL_MS);
    const unsubscribe = onReturn(updateRelativeTimes);
    addEventListener("beforeprint", writeExactTimes);
    addEventListener("afterprint", updateRelativeTimes);
    return () => {
      removeEventListener("beforeprint", writeExactTimes);
      removeEventListener("afterprint", updateRelativeTimes);
      clearInterval(timer);
      unsubscribe();
    };
  }, []);
}
