import { relativeTime } from "./times.ts";

/** When something was, as a person would say it; the tooltip layer shows the exact time of each `<time>`. */
export function TimeAgo({ at }: { at: string }) {
  // The server's markup tells it as of another moment; `useRelativeTimeUpdates` brings it up to date.
  return (
    <time dateTime={at} suppressHydrationWarning>
      {relativeTime(at, Date.now())}
    </time>
  );
}
