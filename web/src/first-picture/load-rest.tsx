import { retryDelay } from "@logbook/domain";
import { Notice } from "../ui/notice.tsx";
import { renderToHtml } from "./render-to-html.ts";

declare global {
  /** Whether the person has done anything in this window, from its first moment on; set by `first.js`. */
  var logbookTouched: true | undefined;
  /** Begins anew where a newer version may have taken the code of this one away; set by `first.js`. */
  var logbookGone: (() => Promise<void>) | undefined;
}

/** So often the code is tried for before what was done in the picture is given up for a page that works. */
const PATIENCE = 2;

/**
 * Loads and runs what comes after the first picture. Where it cannot be had the page only looks alive, so it says so, and
 * tries again after 1, 2, 4 … 30 s, or when the browser comes online.
 */
export async function loadRest(): Promise<void> {
  let notice: HTMLElement | undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await import("../app/start-member.tsx");
      notice?.remove();
      return;
    } catch (error) {
      console.error("Failed to load the page's code:", error);
      notice ??= say();
      if (!globalThis.logbookTouched || attempt >= PATIENCE) void globalThis.logbookGone?.();
      await onlineOrAfter(retryDelay(attempt));
    }
  }
}

function say(): HTMLElement {
  const place = document.createElement("div");
  place.className = "fixed inset-x-4 bottom-4 z-50 mx-auto max-w-prose rounded-md shadow-lg print:hidden";
  document.body.append(place);
  const reload = (
    <a href={location.href} className="font-semibold text-sm underline">
      Reload
    </a>
  );
  place.innerHTML = renderToHtml(
    <Notice kind="error" action={reload}>
      The page is not complete, since the logbook cannot be reached. Trying again…
    </Notice>,
  );
  return place;
}

function onlineOrAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
  });
}
