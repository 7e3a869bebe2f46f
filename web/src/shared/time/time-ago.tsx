import { relativeTime } from "./times.ts";

/** A relative time, such as '3 hours ago'. The tooltip layer shows the exact time of each `<time>`. */
export function TimeAgo({ at }: { at: string }) {
  // The server rendered the text at another moment; `useRelativeTimeUpdates` corrects it after hydration.
  return (
    <time dateTime={at} suppressHydrationWarning>
      {relativeTime(at, Date.now())}
    </time>
  );
}
