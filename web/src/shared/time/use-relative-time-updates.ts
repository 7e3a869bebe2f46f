import { useEffect } from "react";
import { onReturn } from "../browser/on-return.ts";
import { updateRelativeTimes } from "./update-relative-times.ts";

const EVERY_MS = 60_000;

/** Keeps all relative times of the page true, each minute and when the person comes back: nothing is drawn anew for that. */
export function useRelativeTimeUpdates(): void {
  useEffect(() => {
    const tell = () => updateRelativeTimes(document.body);
    tell();
    const timer = setInterval(tell, EVERY_MS);
    const end = onReturn(tell);
    return () => {
      clearInterval(timer);
      end();
    };
  }, []);
}
