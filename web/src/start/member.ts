import { retryDelay } from "@logbook/domain";
import { updateRelativeTimes } from "../shared/time/update-relative-times.ts";

declare global {
  /** Whether the person has done anything in this window, from its first moment on; set by `first.js`. */
  var logbookTouched: true | undefined;
  /** Begins anew where a newer version may have taken the code of this one away; set by `first.js`. */
  var logbookReloadIfUpdated: (() => Promise<void>) | undefined;
}

/** So often the code is tried for before what was done in the page is given up for one that works. */
const PATIENCE = 2;

if (document.documentElement.dataset.first === "cached") updateRelativeTimes(document.body);
void loadApp();

/**
 * Loads and runs the app. Where it cannot be had the page, which may show its list already, only looks alive, so it says
 * so, and tries again after 1, 2, 4 … 30 s, or when the browser comes online.
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
      if (!globalThis.logbookTouched || attempt >= PATIENCE) void globalThis.logbookReloadIfUpdated?.();
      await onlineOrAfter(retryDelay(attempt));
    }
  }
}

/** Without React, which could not be loaded. */
function showNotice(): HTMLElement {
  const notice = document.createElement("div");
  notice.setAttribute("role", "alert");
  notice.className =
    "fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-prose flex-wrap items-center gap-3 rounded-md border border-red bg-red-soft px-4 py-3 text-ink shadow-lg print:hidden";
  const reload = document.createElement("a");
  reload.href = location.href;
  reload.className = "font-semibold text-sm underline";
  reload.textContent = "Reload";
  notice.append("The page is not complete, since the logbook cannot be reached. Trying again…", reload);
  document.body.append(notice);
  return notice;
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
