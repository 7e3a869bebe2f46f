import { relativeTime } from "./times.ts";

/** When something was, as a person would say it; the tooltip layer shows the exact time of each `<time>`. */
export function TimeAgo({ at }: { at: string }) {
  return <time dateTime={at}>{relativeTime(at, Date.now())}</time>;
}
