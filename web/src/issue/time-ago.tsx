import { Tooltip } from "../ui/tooltip.tsx";
import { exactTime, relativeTime } from "./times.ts";

/** When something was, as a person would say it; the exact time as tooltip. */
export function TimeAgo({ at }: { at: string }) {
  return (
    <Tooltip text={exactTime(at)}>
      <time dateTime={at}>{relativeTime(at, Date.now())}</time>
    </Tooltip>
  );
}
