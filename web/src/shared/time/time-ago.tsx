import { useEffect } from "react";
import { onReturn } from "../browser/on-return.ts";
import { onServerTimeCorrected, serverNow } from "./server-time.ts";
import { relativeTime, timeSince, updateRelativeTimes, writeExactTimes } from "./times.ts";

/** A relative time, such as '3 h ago'. The tooltip layer shows the exact time of each `<time>`. */
export function TimeAgo({ at }: { at: string }) {
  // The server rendered the text at another moment; `useRelativeTimeUpdates` corrects it after hydration.
  return (
    <time dateTime={at} suppressHydrationWarning>
      {relativeTime(at, serverNow())}
    </time>
  );
}

/** How long ago a time was, such as '3 h'. */
export function TimeSince({ at }: { at: string }) {
  return (
    <time dateTime={at} data-since suppressHydrationWarning>
      {timeSince(at, serverNow())}
    </time>
  );
}

const UPDATE_INTERVAL_MS = 60_000;

/** Updates all relative times of the page: now, each minute, and when the user returns. A print shows exact times. */
export function useRelativeTimeUpdates(): void {
  useEffect(() => {
    updateRelativeTimes();
    const timer = setInterval(updateRelativeTimes, UPDATE_INTERVAL_MS);
    const subscriptions = [onReturn(updateRelativeTimes), onServerTimeCorrected(updateRelativeTimes)];
    addEventListener("beforeprint", writeExactTimes);
    addEventListener("afterprint", updateRelativeTimes);
    return () => {
      removeEventListener("beforeprint", writeExactTimes);
      removeEventListener("afterprint", updateRelativeTimes);
      clearInterval(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
    };
  }, []);
}
