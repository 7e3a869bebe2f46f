// Answers a visit to `/` with the page in the app-shell cache (src/app/app-shell-cache.ts). All other requests go to the
// network, as they would without this worker (docs/decisions/0012-first-paint.md).
const APP_SHELL_CACHE = "logbook.page";

addEventListener("install", (event) => {
  skipWaiting();
  // Chromium follows static routes without starting the worker: a start takes longer than loading the page.
  event.addRoutes?.([
    {
      condition: { urlPattern: { pathname: "/", search: "" }, requestMode: "navigate" },
      source: { cacheName: APP_SHELL_CACHE },
    },
    ...["cors", "no-cors", "same-origin"].map((requestMode) => ({ condition: { requestMode }, source: "network" })),
  ]);
});

addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (mode !== "navigate" || new URL(url).pathname !== "/") return;
  const cached = caches.match("/", { cacheName: APP_SHELL_CACHE }).catch(() => undefined);
  event.respondWith(cached.then((page) => page ?? fetch(event.request)));
});
