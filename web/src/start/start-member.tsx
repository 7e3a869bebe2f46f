import { toPlainText } from "@logbook/domain";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "../app/app.tsx";
import { LazyLoggedOut } from "../app/lazy-logged-out.tsx";
import { Dashboard } from "../features/dashboard/index.ts";
import { pageQuery, readCachedList, readView } from "../features/list/index.ts";
import { listPath } from "../shared/api/list-issues.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { getSession } from "../shared/session/store.ts";
import { LOG_CAUGHT_ERRORS } from "../shared/ui/log-caught-errors.ts";
import { AfterFirstRender } from "./after-first-render.tsx";
import { restoreSessionWhenIdle } from "./restore-session.ts";

// The list usually arrives before this code or with it. Rendering without the list would mean rendering twice.
const LIST_TIMEOUT_MS = 50;

const htmlElement = document.documentElement;
const root = document.getElementById("root")!;
const address = location.href;
const view = readView(new URLSearchParams(location.search));

// Whether the early request (`first.js`) asked for exactly this view. The markup in its response shows the search trimmed
// and in plain text, but React shows it as in the address: for hydration the two must be equal.
const hasEarlyRequest =
  globalThis.logbookEarly?.path === listPath(view) && view.filters.search === toPlainText(view.filters.search).trim();

await waitForList();
start();
restoreSessionWhenIdle();

/** Waits for the list whose markup is in the page, or up to LIST_TIMEOUT_MS for a list that is still loading. */
async function waitForList(): Promise<void> {
  const { user } = getSession();
  // Cached markup is hydrated with the cached list; the response replaces that list afterwards.
  if (user === null || !hasEarlyRequest || htmlElement.dataset.first === "cached") return;
  const list = queryClient.prefetchQuery(pageQuery(view));
  if (htmlElement.dataset.first === "rendered") return list;
  if (readCachedList(user.id, view) !== undefined) return;
  await Promise.race([list, new Promise((resolve) => setTimeout(resolve, LIST_TIMEOUT_MS))]);
  if (htmlElement.dataset.first !== "rendered") return;
  await list;
  // The browser shows the inserted markup before React hydrates it.
  await nextPaint();
}

/** Whether the page holds the markup of the list that React renders first. */
function canHydrate(): boolean {
  if (htmlElement.dataset.first === "rendered") return queryClient.getQueryData(pageQuery(view).queryKey) !== undefined;
  return htmlElement.dataset.first === "cached" && hasEarlyRequest;
}

function start(): void {
  const app = (
    <AfterFirstRender run={onStarted}>
      <App Dashboard={Dashboard} LoggedOut={LazyLoggedOut} />
    </AfterFirstRender>
  );
  const isHydrating = canHydrate();
  // From here on React handles clicks, and `first.js` neither records them nor inserts markup.
  htmlElement.dataset.started = "";
  startTransition(() => {
    if (isHydrating) hydrateRoot(root, app, LOG_CAUGHT_ERRORS);
    else createRoot(root, LOG_CAUGHT_ERRORS).render(app);
  });
  if (isHydrating) void replayClicks();
}

function onStarted(): void {
  htmlElement.dataset.first = "hydrated";
  delete htmlElement.dataset.deferBelowFold;
  // If the user went back or forward before the router was mounted, the router has missed that event.
  if (location.href !== address) dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

declare global {
  /** The elements clicked before React was ready, in order; recorded by `first.js`. */
  var logbookClicks: Element[];
}

/** Replays the clicks made before React was ready. A click makes React hydrate that element first. */
async function replayClicks(): Promise<void> {
  for (const target of globalThis.logbookClicks.splice(0)) {
    if (root.contains(target)) target.closest("button")?.click();
    // React renders the effect of a click in a microtask; the next click may be on the same button.
    await Promise.resolve();
  }
}

function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
