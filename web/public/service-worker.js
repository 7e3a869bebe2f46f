// Answers a visit with the page that src/app/app-shell-cache.ts keeps in the browser; all else goes to the network, as it would
// without this worker (docs/decisions/0012-first-paint.md).
const KEPT = "logbook.page";

addEventListener("install", (event) => {
  skipWaiting();
  // Chromium follows these by itself; to start a worker first would take longer than the page does.
  event.addRoutes?.([
    { condition: { urlPattern: { pathname: "/", search: "" }, requestMode: "navigate" }, source: { cacheName: KEPT } },
    ...["cors", "no-cors", "same-origin"].map((requestMode) => ({ condition: { requestMode }, source: "network" })),
  ]);
});

addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (mode !== "navigate" || new URL(url).pathname !== "/") return;
  const kept = caches.match("/", { cacheName: KEPT }).catch(() => undefined);
  event.respondWith(kept.then((page) => page ?? fetch(event.request)));
});
