import { toPlainText } from "@logbook/domain";
import { startTransition, useLayoutEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "../app/app.tsx";
import { LazyScreen } from "../app/lazy-screen.tsx";
import type { LoggedOutProps } from "../features/auth/index.ts";
import { Dashboard } from "../features/dashboard/index.ts";
import { listPath, pageQuery, readCachedList, readView } from "../features/list/index.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { getSession } from "../shared/session/store.ts";
import { LOG_CAUGHT_ERRORS } from "../shared/ui/error-boundary.tsx";
import { restoreSessionWhenIdle } from "./restore-session.ts";

// The list usually arrives before this code or soon after. Without waiting, React would render the dashboard twice:
// without the list, then with the list.
const LIST_TIMEOUT_MS = 50;

// The attribute `data-first` says what the page shows, such as `cached` or `rendered` markup (README.md).
const htmlElement = document.documentElement;
const root = document.getElementById("root")!;
const initialAddress = location.href;
const loggedOutCode = lazyResource(() => import("../features/auth/index.ts"));
const view = readView(new URLSearchParams(location.search));

// Whether `first.js` has requested the list of this view, and React can hydrate the list's markup. The markup shows the
// search of the request (plain text, trimmed), React the search of the address. For hydration both must be the same.
const isEarlyListUsable =
  globalThis.logbookEarly?.path === listPath(view) && view.filters.search === toPlainText(view.filters.search).trim();

await waitForList();
renderApp();
restoreSessionWhenIdle();

/** Waits for the list whose markup is in the page, or up to LIST_TIMEOUT_MS for a list that is still loading. */
async function waitForList(): Promise<void> {
  const { user } = getSession();
  // Cached markup is hydrated with the cached list; the response replaces that list afterwards.
  if (user === null || !isEarlyListUsable || htmlElement.dataset.first === "cached") return;
  const listRequest = queryClient.prefetchQuery(pageQuery(view));
  if (htmlElement.dataset.first === "rendered") return listRequest;
  // React renders a cached list at once, even if its markup is not cached.
  if (readCachedList(user.id, view) !== undefined) return;
  await Promise.race([listRequest, new Promise((resolve) => setTimeout(resolve, LIST_TIMEOUT_MS))]);
  // During this wait `first.js` may have inserted the list's markup and set `data-first` to `rendered`.
  if (htmlElement.dataset.first !== "rendered") return;
  await listRequest;
  // Let the browser show the inserted markup before React hydrates the markup.
  await waitForPaint();
}

/** Whether the page has the markup of the list that React renders first. If the request failed, React has no list. */
function canHydrate(): boolean {
  // The user went back or forward meanwhile, so React renders another view than that of the markup.
  if (location.href !== initialAddress) return false;
  if (htmlElement.dataset.first === "rendered") return queryClient.getQueryData(pageQuery(view).queryKey) !== undefined;
  return htmlElement.dataset.first === "cached" && isEarlyListUsable;
}

function renderApp(): void {
  const isHydrating = canHydrate();
  // React handles clicks from now on, so `first.js` must not record clicks or insert markup any more.
  htmlElement.dataset.started = "";
  startTransition(() => {
    if (isHydrating) hydrateRoot(root, <MemberApp />, LOG_CAUGHT_ERRORS);
    else createRoot(root, LOG_CAUGHT_ERRORS).render(<MemberApp />);
  });
  if (isHydrating) void replayClicks();
}

function MemberApp() {
  useLayoutEffect(onFirstRender, []);
  return <App Dashboard={Dashboard} LoggedOut={LazyLoggedOut} />;
}

/** The logged-out screen, whose code loads after a logout. */
function LazyLoggedOut(props: LoggedOutProps) {
  return <LazyScreen code={loggedOutCode}>{({ LoggedOut }) => <LoggedOut {...props} />}</LazyScreen>;
}

/** Called after the app's first render, before the browser paints it. */
function onFirstRender(): void {
  htmlElement.dataset.first = "hydrated";
  // `first.js` may not have shown the cards below the fold yet.
  delete htmlElement.dataset.deferBelowFold;
  // If the user went back or forward before the router was mounted, the router has missed that `popstate` event.
  if (location.href !== initialAddress) dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

declare global {
  /** The elements clicked before React was ready, in order; recorded by `first.js`. */
  var logbookClicks: Element[];
}

/** Replays the clicks made before React was ready. React hydrates a clicked element first, so no click is lost. */
async function replayClicks(): Promise<void> {
  for (const target of globalThis.logbookClicks.splice(0)) {
    if (root.contains(target)) target.closest("button")?.click();
    // Wait for React, which renders the effect of a click in a microtask: the next click may be on the same button.
    await Promise.resolve();
  }
}

function waitForPaint(): Promise<void> {
  // A hidden page gets no animation frames.
  if (document.hidden) return Promise.resolve();
  // The browser paints between an animation frame and the next timer.
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
