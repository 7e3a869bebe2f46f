// Runs in the page's head before any other code (src/start/README.md). The build (first-paint.ts) inserts
// `VIEW_PARAMETERS` and the names of files in the data block `code`.
(() => {
  const htmlElement = document.documentElement;
  const readDataBlock = (id) => JSON.parse(document.getElementById(id).textContent);
  const readStored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };

  try {
    const theme = localStorage.getItem("logbook.theme");
    if (theme === "light" || theme === "dark") htmlElement.dataset.theme = theme;
  } catch {}
  // The layout that the member has chosen for the list (shared/layout/layout-choices.ts).
  htmlElement.dataset.layout = readStored("logbook.layout") ?? "";

  // The browser itself never sends a form of this page, not even before the page's code has loaded.
  addEventListener("submit", (event) => event.preventDefault());

  // Once the user has begun to use the page, it is not reloaded or replaced any more (app/app-shell-cache.ts).
  for (const type of ["pointerdown", "wheel", "keydown", "input"])
    addEventListener(type, () => (window.logbookTouched = true), { capture: true, once: true, passive: true });

  // Records clicks until React is ready; src/start/ replays them.
  window.logbookClicks = [];
  addEventListener("click", ({ target }) => "started" in htmlElement.dataset || logbookClicks.push(target));

  const user = readStored("logbook.user");
  // A report's page (src/app/home.tsx) starts without the list.
  const isReportPage = user && new URLSearchParams(location.search).has("report");
  const isHome = location.pathname === "/" && !isReportPage;
  const userKind = user ? "member" : "visitor";
  htmlElement.dataset.first = isHome ? userKind : "other";

  let listRequest;
  let cachedMarkup;
  let shownRevision;
  if (isHome && user) {
    const address = new URLSearchParams(location.search);
    const query = new URLSearchParams();
    for (const [name, defaultValue, pattern] of VIEW_PARAMETERS) {
      const [value] = pattern.exec(address.get(name) ?? "") ?? [defaultValue];
      query.set(name, value.trim());
    }
    const path = `/api/issues?${query}`;
    const { version } = readDataBlock("code");
    const requestList = async (idToken) => {
      const draw = version ? `&draw=${version}` : "";
      const response = await fetch(path + draw, { headers: { Authorization: `Bearer ${idToken}` } });
      if (!cachedMarkup) loadCode();
      const text = await response.text();
      if (response.ok) showRendered(JSON.parse(text));
      return new Response(text, response);
    };
    const token = readStored("logbook.token");
    const EXPIRY_MARGIN_MS = 30_000;
    const isValid = token?.until - EXPIRY_MARGIN_MS > Date.now();
    if (token?.uid === user.id)
      listRequest = isValid ? requestList(token.idToken) : renewIdToken(token).then(requestList);
    window.logbookEarly = { path, response: Promise.resolve(listRequest ?? null).catch(() => null) };
    const cachedList = readStored("logbook.list");
    if (cachedList?.path === path && isForUser(cachedList.markup) && cachedList.markup.version === version) {
      cachedMarkup = cachedList.markup;
      shownRevision = cachedList.page.revision;
    }
  }

  // Whether markup was rendered for this user with their present name and role.
  function isForUser(markup) {
    return markup && JSON.stringify(markup.user) === JSON.stringify(user);
  }

  // The response's markup replaces cached markup only if the user has not begun to use the page.
  function showRendered({ drawn, revision }) {
    const hasNoMarkup = htmlElement.dataset.first === "member";
    const isNewer = hasNoMarkup || (revision !== shownRevision && !window.logbookTouched);
    if (isNewer && isForUser(drawn) && !("started" in htmlElement.dataset)) insertMarkup(drawn.html, "rendered");
  }

  const [entry, ...imports] = readDataBlock("code")[isHome ? userKind : "visitor"];
  let isLoading = false;
  function loadCode() {
    if (isLoading) return;
    isLoading = true;
    for (const href of imports)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: entry }));
  }

  // A deployment may have removed the code or stylesheet of a cached page: reload the current version.
  const isEntryOrStylesheet = (target) => target.src?.endsWith(entry) || target.rel === "stylesheet";
  window.logbookReloadIfUpdated = async () => {
    const { ok } = await fetch("/", { cache: "no-cache" }).catch(() => ({}));
    const isFileBack = await refetchNotFound(performance.getEntriesByType("resource"));
    if (ok && ((await window.caches?.delete("logbook.page")) || isFileBack)) location.reload();
  };
  document.addEventListener("error", ({ target }) => isEntryOrStylesheet(target) && logbookReloadIfUpdated(), {
    capture: true,
  });
  new PerformanceObserver((list) => refetchNotFound(list.getEntries())).observe({ type: "resource", buffered: true });

  // On a slow connection eight files of code would delay the first paint. So they wait for the visitor's stylesheet or for
  // the response to the member's list, but at most this long.
  const MAX_CODE_DELAY_MS = { visitor: 70, member: 300 };
  if (cachedMarkup) showCached(cachedMarkup);
  else if (isHome && (!user || listRequest)) {
    if (!user)
      document.addEventListener("load", ({ target }) => target.rel === "stylesheet" && loadCode(), { capture: true });
    setTimeout(loadCode, MAX_CODE_DELAY_MS[userKind]);
  } else loadCode();

  // A browser caches a 404 as long as it would cache the file. After a rollback the file exists again, so refetch it.
  async function refetchNotFound(entries) {
    const notFound = entries.filter(
      ({ name, initiatorType, responseStatus }) =>
        responseStatus === 404 && initiatorType !== "fetch" && name.includes("/assets/"),
    );
    const responses = await Promise.all(notFound.map(({ name }) => fetch(name, { cache: "reload" }).catch(() => ({}))));
    return responses.some(({ ok }) => ok);
  }

  // Code that loads before the cached markup is inserted would delay the first paint.
  function showCached({ html }) {
    const insertAndLoad = () => {
      if (htmlElement.dataset.first === "member") insertMarkup(html, "cached");
      setTimeout(loadCode);
    };
    // Wait for the next frame: during DOMContentLoaded itself Chromium lays out each form field separately.
    addEventListener("DOMContentLoaded", () =>
      document.hidden ? insertAndLoad() : requestAnimationFrame(insertAndLoad),
    );
  }

  function insertMarkup(html, state) {
    const root = document.getElementById("root");
    if (!root) return;
    root.innerHTML = html;
    htmlElement.dataset.first = state;
    // Cards below the fold are rendered one frame later (`.report-card` in styles.css).
    htmlElement.dataset.deferBelowFold = "";
    const renderAll = () => delete htmlElement.dataset.deferBelowFold;
    if (document.hidden) renderAll();
    else requestAnimationFrame(() => setTimeout(renderAll));
  }

  // Gets a new ID token for the stored refresh token, as Firebase Auth does once it has loaded.
  async function renewIdToken(token) {
    const { apiKey, emulators } = readDataBlock("firebase-config");
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
