// Runs in the page's head before any other code (src/start/README.md). `VIEW_PARAMETERS` and the names in the data block
// `code` come from the build (first-paint.ts).
(() => {
  const page = document.documentElement;
  const dataBlock = (id) => JSON.parse(document.getElementById(id).textContent);
  const readStored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };

  try {
    const theme = localStorage.getItem("logbook.theme");
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
  } catch {}
  // How the member wants the list (shared/layout/layout-choices.ts).
  page.dataset.layout = readStored("logbook.layout") ?? "";

  // The browser itself never sends a form of this page, not even before the page's code has loaded.
  addEventListener("submit", (event) => event.preventDefault());

  // The user has begun to use the page: it is not reloaded or replaced any more (app/app-shell-cache.ts).
  for (const type of ["pointerdown", "wheel", "keydown", "input"])
    addEventListener(type, () => (window.logbookTouched = true), { capture: true, once: true, passive: true });

  // Clicks before React is ready; src/start/ replays them.
  window.logbookClicks = [];
  addEventListener("click", ({ target }) => "started" in page.dataset || logbookClicks.push(target));

  const user = readStored("logbook.user");
  // A report's page (src/app/home.tsx) starts without the list.
  const isReport = user && new URLSearchParams(location.search).has("report");
  const isHome = location.pathname === "/" && !isReport;
  page.dataset.first = !isHome ? "other" : user ? "member" : "visitor";

  let listRequest;
  let cached;
  let shownRevision;
  if (isHome && user) {
    const address = new URLSearchParams(location.search);
    const query = new URLSearchParams();
    for (const [name, otherwise, pattern] of VIEW_PARAMETERS) {
      const [value] = pattern.exec(address.get(name) ?? "") ?? [otherwise];
      query.set(name, value.trim());
    }
    const path = `/api/issues?${query}`;
    const { version } = dataBlock("code");
    const requestList = async (idToken) => {
      const draw = version ? `&draw=${version}` : "";
      const response = await fetch(path + draw, { headers: { Authorization: `Bearer ${idToken}` } });
      if (!cached) loadCode();
      const text = await response.text();
      if (response.ok) showRendered(JSON.parse(text));
      return new Response(text, response);
    };
    const token = readStored("logbook.token");
    const isValid = token?.until - 30_000 > Date.now();
    listRequest = token?.uid === user.id && (isValid ? requestList(token.idToken) : refresh(token).then(requestList));
    window.logbookEarly = { path, response: Promise.resolve(listRequest || null).catch(() => null) };
    const list = readStored("logbook.list");
    if (list?.path === path && isForUser(list.markup) && list.markup.version === version) {
      cached = list.markup;
      shownRevision = list.page.revision;
    }
  }

  // Markup for the same name and role: either may have changed since it was rendered.
  function isForUser(markup) {
    return markup && JSON.stringify(markup.user) === JSON.stringify(user);
  }

  // The response replaces cached markup only while the user has not touched it.
  function showRendered({ drawn, revision }) {
    const isEmpty = page.dataset.first === "member";
    const isNewer = isEmpty || (revision !== shownRevision && !window.logbookTouched);
    if (isNewer && isForUser(drawn) && !("started" in page.dataset)) insert(drawn.html, "rendered");
  }

  const [entry, ...imports] = dataBlock("code")[isHome && user ? "member" : "visitor"];
  let isLoading = false;
  function loadCode() {
    if (isLoading) return;
    isLoading = true;
    for (const href of imports)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: entry }));
  }

  // The code or stylesheet of a cached page is gone after a deployment (app/app-shell-cache.ts): reload the current version.
  const isMissing = ({ target }) => target.src?.endsWith(entry) || target.rel === "stylesheet";
  window.logbookReloadIfUpdated = async () => {
    const { ok } = await fetch("/", { cache: "no-cache" }).catch(() => ({}));
    const isBack = await refetchNotFound(performance.getEntriesByType("resource"));
    if (ok && ((await window.caches?.delete("logbook.page")) || isBack)) location.reload();
  };
  document.addEventListener("error", (event) => isMissing(event) && logbookReloadIfUpdated(), { capture: true });
  new PerformanceObserver((list) => refetchNotFound(list.getEntries())).observe({ type: "resource", buffered: true });

  // On a slow line eight files of code would delay the first paint, so they wait for the visitor's stylesheet or for the
  // response to the member's list, but at most this many milliseconds.
  const MAX_CODE_DELAY_MS = { visitor: 70, member: 300 };
  if (cached) showCached(cached);
  else if (isHome && (!user || listRequest)) {
    if (!user)
      document.addEventListener("load", ({ target }) => target.rel === "stylesheet" && loadCode(), { capture: true });
    setTimeout(loadCode, MAX_CODE_DELAY_MS[user ? "member" : "visitor"]);
  } else loadCode();

  // A browser caches 'not found' as long as a file. After a rollback the file is there again.
  async function refetchNotFound(entries) {
    const notFound = entries.filter(
      ({ name, initiatorType, responseStatus }) =>
        responseStatus === 404 && initiatorType !== "fetch" && name.includes("/assets/"),
    );
    const responses = await Promise.all(notFound.map(({ name }) => fetch(name, { cache: "reload" }).catch(() => ({}))));
    return responses.some(({ ok }) => ok);
  }

  // The code starts after the cached markup: to run it first would delay the first paint.
  function showCached({ html }) {
    const insertAndLoad = () => {
      if (page.dataset.first === "member") insert(html, "cached");
      setTimeout(loadCode);
    };
    // In the next frame: during DOMContentLoaded itself Chromium lays out each form field separately.
    addEventListener("DOMContentLoaded", () =>
      document.hidden ? insertAndLoad() : requestAnimationFrame(insertAndLoad),
    );
  }

  function insert(html, first) {
    const root = document.getElementById("root");
    if (!root) return;
    root.innerHTML = html;
    page.dataset.first = first;
    // Cards below the fold are rendered one frame later (`.report-card` in styles.css).
    page.dataset.deferBelowFold = "";
    const renderAll = () => delete page.dataset.deferBelowFold;
    if (document.hidden) renderAll();
    else requestAnimationFrame(() => setTimeout(renderAll));
  }

  // Gets a new ID token for the stored refresh token, as Auth does later.
  async function refresh(token) {
    const { apiKey, emulators } = dataBlock("firebase-config");
    const service = "securetoken.googleapis.com";
    const origin = emulators ? `${emulators.auth}/${service}` : `https://${service}`;
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token.refreshToken });
    const response = await fetch(`${origin}/v1/token?key=${apiKey}`, { method: "POST", body });
    const { id_token, refresh_token, expires_in } = await response.json();
    if (!response.ok || readStored("logbook.token")?.uid !== token.uid)
      throw new Error("The session could not be renewed.");
    const renewed = { idToken: id_token, refreshToken: refresh_token, until: Date.now() + expires_in * 1000 };
    localStorage.setItem("logbook.token", JSON.stringify({ ...token, ...renewed }));
    return id_token;
  }
})();
