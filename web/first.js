(() => {
  const page = document.documentElement;
  const block = (id) => JSON.parse(document.getElementById(id).textContent);
  const kept = (key) => {
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

  // No form of the page is ever sent by the browser itself, before its code is there least of all.
  addEventListener("submit", (event) => event.preventDefault());

  // Whether the person has done anything yet (app/app-shell-cache.ts).
  for (const doing of ["pointerdown", "wheel", "keydown", "input"])
    addEventListener(doing, () => (window.logbookTouched = true), { capture: true, once: true, passive: true });

  // What is pressed before the page's code is there is pressed again (src/start/).
  window.logbookPressed = [];
  addEventListener("click", ({ target }) => "started" in page.dataset || logbookPressed.push(target));

  const user = kept("logbook.user");
  const home = location.pathname === "/";
  page.dataset.first = !home ? "other" : user ? "member" : "visitor";

  let answer;
  let picture;
  let shownRevision;
  if (home && user) {
    const wanted = new URLSearchParams(location.search);
    const query = new URLSearchParams();
    // As features/list/view.ts reads it: what is no page, filter or size is the default.
    for (const [name, otherwise, form] of [
      ["page", "1", /^[1-9]\d{0,8}$/],
      ["pageSize", "10", /^(25|50|100)$/],
      ["search", "", /^.{1,200}/s],
      ["type", "all", /^(bug|feature)$/],
      ["status", "all", /^(OPEN|IN_PROGRESS|TESTING|RESOLVED|CLOSED|PLANNED|COMPLETED|CANCELLED)$/],
      ["priority", "all", /^(LOW|MEDIUM|HIGH|CRITICAL)$/],
    ]) {
      const [value] = form.exec(wanted.get(name) ?? "") ?? [otherwise];
      query.set(name, value.trim());
    }
    const path = `/api/issues?${query}`;
    const { version } = block("code");
    // The list, and the page with it as the server has drawn it, which shows at once.
    const ask = async (idToken) => {
      const draw = version ? `&draw=${version}` : "";
      const response = await fetch(path + draw, { headers: { Authorization: `Bearer ${idToken}` } });
      if (!picture) begin();
      const text = await response.text();
      if (response.ok) showAnswer(JSON.parse(text));
      return new Response(text, response);
    };
    const token = kept("logbook.token");
    const isWhole = token?.until - 30_000 > Date.now();
    answer = token?.uid === user.id && (isWhole ? ask(token.idToken) : renew(token).then(ask));
    window.logbookEarly = { path, answer: Promise.resolve(answer || null).catch(() => null) };
    const list = kept("logbook.list");
    if (list?.path === path && isFor(list.picture) && list.picture.version === version) {
      picture = list.picture;
      shownRevision = list.page.revision;
    }
  }

  // Of the person whose page this is; their name or role may have changed.
  function isFor(picture) {
    return picture && JSON.stringify(picture.user) === JSON.stringify(user);
  }

  // In the place of an older list where nothing has been done in that yet.
  function showAnswer({ drawn, revision }) {
    const isEmpty = page.dataset.first === "member";
    const isNews = isEmpty || (revision !== shownRevision && !window.logbookTouched);
    if (isNews && isFor(drawn) && !("started" in page.dataset)) put(drawn.html, "drawn");
  }

  const [start, ...rest] = block("code")[home && user ? "member" : "visitor"];
  let begun = false;
  function begin() {
    if (begun) return;
    begun = true;
    for (const href of rest)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: start }));
  }
  // A kept page's code or stylesheet is gone when a newer version has come out (app/app-shell-cache.ts): that one is asked for.
  const isGone = ({ target }) => target.src?.endsWith(start) || target.rel === "stylesheet";
  window.logbookGone = async () => {
    const { ok } = await fetch("/", { cache: "no-cache" }).catch(() => ({}));
    const areBack = await askPastCache(performance.getEntriesByType("resource"));
    if (ok && ((await window.caches?.delete("logbook.page")) || areBack)) location.reload();
  };
  document.addEventListener("error", (event) => isGone(event) && logbookGone(), { capture: true });
  new PerformanceObserver((list) => askPastCache(list.getEntries())).observe({ type: "resource", buffered: true });

  // What shows first would share a slow line with eight files of code: a visitor's stylesheet, and a member's list, whose
  // answer begins the code when it begins itself. No later than this, in milliseconds.
  const HOLD_CODE_MS = { visitor: 70, member: 300 };
  if (picture) show(picture);
  else if (home && (!user || answer)) {
    if (!user)
      document.addEventListener("load", ({ target }) => target.rel === "stylesheet" && begin(), { capture: true });
    setTimeout(begin, HOLD_CODE_MS[user ? "member" : "visitor"]);
  } else begin();

  // A browser keeps 'not found' for as long as the file, which is there again where an earlier version is.
  async function askPastCache(entries) {
    const lost = entries.filter(
      ({ name, initiatorType, responseStatus }) =>
        responseStatus === 404 && initiatorType !== "fetch" && name.includes("/assets/"),
    );
    const answers = await Promise.all(lost.map(({ name }) => fetch(name, { cache: "reload" }).catch(() => ({}))));
    return answers.some(({ ok }) => ok);
  }

  // The page as this person last saw it. Running the code at once would keep it from the screen for as long as that takes.
  function show({ html }) {
    const putKept = () => {
      if (page.dataset.first === "member") put(html, "kept");
      setTimeout(begin);
    };
    // In the first frame after that event: at the event itself Chromium lays out every field of the page, one by one.
    addEventListener("DOMContentLoaded", () => (document.hidden ? putKept() : requestAnimationFrame(putKept)));
  }

  function put(html, first) {
    const root = document.getElementById("root");
    if (!root) return;
    root.innerHTML = html;
    page.dataset.first = first;
    // What is below the window comes one frame later; see `.entry`.
    page.dataset.drawing = "";
    const drawAll = () => delete page.dataset.drawing;
    if (document.hidden) drawAll();
    else requestAnimationFrame(() => setTimeout(drawAll));
  }

  // What Auth does later: a new ID token for the kept refresh token.
  async function renew(token) {
    const { apiKey, emulators } = block("firebase-config");
    const service = "securetoken.googleapis.com";
    const origin = emulators ? `${emulators.auth}/${service}` : `https://${service}`;
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token.refreshToken });
    const response = await fetch(`${origin}/v1/token?key=${apiKey}`, { method: "POST", body });
    const { id_token, refresh_token, expires_in } = await response.json();
    if (!response.ok || kept("logbook.token")?.uid !== token.uid) throw new Error("The session could not be renewed.");
    const next = { idToken: id_token, refreshToken: refresh_token, until: Date.now() + expires_in * 1000 };
    localStorage.setItem("logbook.token", JSON.stringify({ ...token, ...next }));
    return id_token;
  }
})();
