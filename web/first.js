// Runs in the page's head before any other code (src/start/README.md). The build (first-paint.ts) writes the URLs of
// the page's code and the list's parameters into the data block `code`.
(() => {
  const htmlElement = document.documentElement;
  const hasReactStarted = () => "started" in htmlElement.dataset;
  const readDataBlock = (id) => JSON.parse(document.getElementById(id).textContent);
  // If the browser forbids storage, the page starts without user and theme.
  const readStored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };

  // The theme is not stored as JSON (src/shared/theme/theme-switch.tsx).
  try {
    const theme = localStorage.getItem("logbook.theme");
    if (theme === "light" || theme === "dark") htmlElement.dataset.theme = theme;
  } catch {}
  // What report.js on another website has written into the address waits in this tab, also for a login, until the member
  // sees it in the form (src/features/report-form/page-report-offer.tsx). The limit is `pageReportLength` of the domain.
  const [, pageReport] = /^#report=(.{1,65536})$/.exec(location.hash) ?? [];
  if (location.hash.startsWith("#report=")) history.replaceState(null, "", location.pathname + location.search);
  try {
    if (pageReport) sessionStorage.setItem("logbook.page-report", pageReport);
  } catch {}
  // The layout that the member has chosen for the list (src/features/list/layout-choices.ts).
  htmlElement.dataset.layout = readStored("logbook.layout") ?? "";

  // Scripts send the page's forms. Stop the browser from sending them, also before these scripts have loaded.
  addEventListener("submit", (event) => event.preventDefault());

  // After the user's first input, a new version does not reload the page (src/app/app-shell-cache.ts), and the list's
  // response does not replace the cached list (`showRendered`).
  for (const type of ["pointerdown", "wheel", "keydown", "input"])
    addEventListener(type, () => (window.logbookTouched = true), { capture: true, once: true, passive: true });

  // Records clicks until React handles them (`html[data-started]`); src/start/ replays the recorded clicks.
  window.logbookClicks = [];
  addEventListener("click", ({ target }) => !hasReactStarted() && logbookClicks.push(target));
  // Records keys until the page is hydrated; src/features/keys/ replays those that are shortcuts.
  window.logbookKeys = [];
  addEventListener("keydown", (event) => htmlElement.dataset.first !== "hydrated" && logbookKeys.push(event));

  const user = readStored("logbook.user");
  const userKind = user ? "member" : "visitor";
  // For a member these parameters open other pages, which start without the list (src/app/home.tsx).
  const parameters = new URLSearchParams(location.search);
  const isOtherPage = user && (parameters.has("report") || parameters.has("news"));
  const isHome = location.pathname === "/" && !isOtherPage;
  // `data-first` says what the page shows (src/start/README.md).
  htmlElement.dataset.first = isHome ? userKind : "other";

  // `code.version` is the name of the web app's build; a development server has none.
  const code = readDataBlock("code");
  let listRequest = null;
  let cachedList = null;
  if (isHome && user) {
    const path = readListPath();
    const token = readStored("logbook.token");
    // The server would refuse a token that expires on its way there.
    const EXPIRY_MARGIN_MS = 30_000;
    const isTokenValid = token?.until - EXPIRY_MARGIN_MS > Date.now();
    if (token?.uid === user.id && isTokenValid) listRequest = requestList(path, token.idToken);
    else if (token?.uid === user.id) listRequest = renewIdToken(token).then((idToken) => requestList(path, idToken));
    // src/shared/api/http.ts takes this response instead of sending the same request again.
    window.logbookEarly = { path, response: Promise.resolve(listRequest).catch(() => null) };
    const storedList = readStored("logbook.list");
    const hasMarkup = storedList?.path === path && isForUser(storedList.markup);
    if (hasMarkup && storedList.markup.version === code.version) cachedList = storedList;
  }

  // The API's path for the view in the page's address, the same as `listPath` (src/features/list/list-issues.ts) returns.
  function readListPath() {
    const addressParameters = new URLSearchParams(location.search);
    const query = new URLSearchParams();
    for (const [name, defaultValue, pattern, tabDefaults] of code.parameters) {
      // A missing or invalid value becomes the default, which some tabs have for themselves.
      const [value] = new RegExp(pattern, "s").exec(addressParameters.get(name) ?? "") ?? [
        tabDefaults?.[query.get("show")] ?? defaultValue,
      ];
      query.set(name, value.trim());
    }
    return `/api/issues?${query}`;
  }

  async function requestList(path, idToken) {
    // The parameter `draw` asks the API for the dashboard's markup in this build, besides the list.
    const drawParameter = code.version ? `&draw=${code.version}` : "";
    const response = await fetch(path + drawParameter, { headers: { Authorization: `Bearer ${idToken}` } });
    // From now on the code no longer delays the list. With cached markup, `showCached` loads the code.
    if (!cachedList) loadCode();
    // A body can be read only once, so the app gets a new response with the same text.
    const text = await response.text();
    if (response.ok) showRendered(JSON.parse(text));
    return new Response(text, response);
  }

  // Whether the markup was rendered for this user with their present name and role.
  function isForUser(markup) {
    return markup && JSON.stringify(markup.user) === JSON.stringify(user);
  }

  // `drawn`, the markup in the list's response, replaces cached markup only if the user has not begun to use the page.
  function showRendered({ drawn, revision }) {
    const hasNoMarkup = htmlElement.dataset.first === "member";
    const mayInsert = hasNoMarkup || (revision !== cachedList?.page.revision && !window.logbookTouched);
    if (mayInsert && isForUser(drawn) && !hasReactStarted()) insertMarkup(drawn.html, "rendered");
  }

  // The visitor's entry also starts every page other than the list, for members too: it loads the page's screen lazily.
  const [entry, ...imports] = code[isHome ? userKind : "visitor"];
  let isLoading = false;
  function loadCode() {
    if (isLoading) return;
    isLoading = true;
    for (const href of imports)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: entry }));
  }

  // A deployment may have removed the code or the stylesheet of a cached page. In that case load the new version.
  const isEntryOrStylesheet = (target) => target.src?.endsWith(entry) || target.rel === "stylesheet";
  window.logbookReloadIfUpdated = async () => {
    const isServerReachable = await canFetch("/", "no-cache");
    const isFileFoundNow = await refetchNotFound(performance.getEntriesByType("resource"));
    // Reload only if the reload may help: the page was in the cache (`delete` is true), or a missing file exists again.
    if (isServerReachable && ((await window.caches?.delete("logbook.page")) || isFileFoundNow)) location.reload();
  };
  document.addEventListener("error", ({ target }) => isEntryOrStylesheet(target) && logbookReloadIfUpdated(), {
    capture: true,
  });
  const observer = new PerformanceObserver((resources) => refetchNotFound(resources.getEntries()));
  observer.observe({ type: "resource", buffered: true });

  // On a slow connection, loading the eight files of code at once would delay the first paint. For a visitor they load
  // after the stylesheet, for a member after the list's response, in any case after this time.
  const MAX_CODE_DELAY_MS = { visitor: 70, member: 300 };
  if (cachedList) showCached(cachedList.markup);
  else if (isHome && (!user || listRequest)) {
    if (!user)
      document.addEventListener("load", ({ target }) => target.rel === "stylesheet" && loadCode(), { capture: true });
    setTimeout(loadCode, MAX_CODE_DELAY_MS[userKind]);
  } else loadCode();

  // A browser caches a 404 as long as it would cache the file. After a rollback the file exists again, so request the
  // file from the server. Skip this function's own requests (`fetch`). Resolves to whether one of the files exists now.
  async function refetchNotFound(entries) {
    const notFound = entries.filter(
      ({ name, initiatorType, responseStatus }) =>
        responseStatus === 404 && initiatorType !== "fetch" && name.includes("/assets/"),
    );
    const areFoundNow = await Promise.all(notFound.map(({ name }) => canFetch(name, "reload")));
    return areFoundNow.includes(true);
  }

  // Whether the server has a file at this URL; `false` also without a connection.
  async function canFetch(url, cache) {
    const response = await fetch(url, { cache }).catch(() => null);
    return response?.ok === true;
  }

  // Inserts the cached markup, and only then loads the code: loading it earlier would delay the first paint.
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

  function insertMarkup(html, source) {
    const root = document.getElementById("root");
    // The list's response may arrive before the browser has parsed the page's body.
    if (!root) return;
    root.innerHTML = html;
    htmlElement.dataset.first = source;
    // Cards below the fold are rendered one frame later (styles.css).
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
    // The user may have signed out meanwhile, which removes the stored token.
    if (!response.ok || readStored("logbook.token")?.uid !== token.uid)
      throw new Error("The session could not be renewed.");
    const renewed = { idToken: id_token, refreshToken: refresh_token, until: Date.now() + expires_in * 1000 };
    localStorage.setItem("logbook.token", JSON.stringify({ ...token, ...renewed }));
    return id_token;
  }
})();
