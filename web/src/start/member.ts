import { retryDelay } from "@logbook/domain";
import { updateRelativeTimes } from "../shared/time/times.ts";

declare global {
  /** Set by `first.js` at the user's first input in this window. */
  var logbookTouched: true | undefined;
  /** Reloads the page if a newer version has replaced the files of this version; set by `first.js`. */
  var logbookReloadIfUpdated: (() => Promise<void>) | undefined;
}

/** After this many retries the page may reload even if the reload discards what the user has typed. */
const RETRIES_BEFORE_RELOAD = 2;

// `data-first` says what the page shows (README.md). Cached markup has the relative times of the last visit.
if (document.documentElement.dataset.first === "cached") updateRelativeTimes();
void loadApp();

/**
 * Loads and runs the app. After a failure this function shows a notice, because a cached list may be visible that does
 * not respond to clicks. It retries after 1, 2, 4 … 30 s, or when the browser comes online.
 */
async function loadApp(): Promise<void> {
  let notice: HTMLElement | undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await import("./start-member.tsx");
      notice?.remove();
      return;
    } catch (error) {
      console.error("Failed to load the page's code:", error);
      notice ??= showNotice();
      const mayReload = !globalThis.logbookTouched || attempt >= RETRIES_BEFORE_RELOAD;
      if (mayReload) void globalThis.logbookReloadIfUpdated?.();
      await waitForOnline(retryDelay(attempt));
    }
  }
}

/** Shows a notice that the page is not complete. Builds the notice without React, which has not loaded. */
function showNotice(): HTMLElement {
  const notice = document.createElement("div");
  notice.role = "alert";
  notice.className =
    "fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-prose flex-wrap items-center gap-3 rounded-md border border-red bg-red-soft px-4 py-3 text-ink print:hidden";
  notice.innerHTML =
    'The page is not complete, since the logbook cannot be reached. Trying again…<a href="" class="font-semibold text-sm underline">Reload</a>';
  document.body.append(notice);
  return notice;
}

/** Resolves when the browser comes online, at the latest after `maxMs`. */
function waitForOnline(maxMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, maxMs);
    addEventListener("online", resolve, { once: true });
  });
}
