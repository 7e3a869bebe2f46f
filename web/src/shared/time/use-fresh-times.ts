import { useEffect } from "react";
import { onReturn } from "../browser/on-return.ts";
import { tellTimes } from "./tell-times.ts";

const EVERY_MS = 60_000;

/** Keeps all relative times of the page true, each minute and when the person comes back: nothing is drawn anew for that. */
export function useFreshTimes(): void {
  useEffect(() => {
    const tell = () => tellTimes(document.body);
    tell();
    const timer = setInterval(tell, EVERY_MS);
    const end = onReturn(tell);
    return () => {
      clearInterval(timer);
      end();
    };
  }, []);
}
