// 'Report this page': other websites load this file as it stands here (docs/guide.md, "Report this page"). It sends no
// request, stores nothing and needs nothing else. Pressed, it opens the logbook's bug form in a new tab. All that it
// says of the page is in the fragment of that address, which browsers send to no server, and is shown there first.
(() => {
  // The same limits as in domain/src/limits.ts; tests/report-script.test.ts compares them.
  const MAX = { address: 2000, title: 200, text: 500, errors: 5 };

  // In a module, `currentScript` is null.
  const script = document.currentScript ?? document.querySelector('script[src$="/report.js"]');
  const logbook = new URL(script.src).origin;
  const { label = "Report this page", corner = "" } = script.dataset;

  // The last errors, the oldest first. A repeated error counts as its last time.
  let errors = [];
  const addError = (text) => {
    // Queries and fragments of addresses may contain secrets. The first cut is only against endless texts.
    const withoutQueries = text.slice(0, 4 * MAX.text).replace(/(\/[^\s?#"'<>()]*)[?#][^\s"'<>()]*/g, "$1");
    const entry = withoutQueries.trim().slice(0, MAX.text);
    if (entry !== "") errors = [...errors.filter((other) => other !== entry), entry].slice(-MAX.errors);
  };
  // Objects may contain anything, so only texts, numbers and errors' messages are kept of them.
  const toText = (value) => {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    return typeof value === "object" || typeof value === "function" ? "(object)" : String(value);
  };

  const { error: logError } = console;
  console.error = function (...values) {
    addError(`console: ${values.map(toText).join(" ")}`);
    return logError.apply(this, values);
  };
  addEventListener("unhandledrejection", ({ reason }) => addError(`Rejected: ${toText(reason)}`));
  // In the capture phase it also gets the errors of scripts, pictures and stylesheets that did not load.
  const onError = ({ target, message, filename, lineno }) => {
    if (message !== undefined) return addError(filename ? `${message} (${filename}:${lineno})` : message);
    if (!(target instanceof Element)) return;
    const address = target.src || target.href;
    addError(`Not loaded: ${typeof address === "string" ? address : target.localName}`);
  };
  addEventListener("error", onError, true);
  // Requests that were answered with an error. Those of these elements are in `onError` already. This only looks on, so
  // the page's own requests stay as they are. Older browsers give no status: then nothing is added.
  const ELEMENTS = ["img", "script", "link"];
  new PerformanceObserver((list) => {
    for (const { name, initiatorType, responseStatus } of list.getEntries())
      if (responseStatus >= 400 && !ELEMENTS.includes(initiatorType)) addError(`Status ${responseStatus}: ${name}`);
  }).observe({ type: "resource" });

  // The same as `describeEnvironment` in web/src/features/report-texts/environment.ts, without the page's size.
  const describeBrowser = ({ userAgentData, userAgent }) => {
    const brands = userAgentData?.brands.filter(({ brand }) => !/not.*brand/i.test(brand)) ?? [];
    const browser = brands.find(({ brand }) => brand !== "Chromium") ?? brands[0];
    return browser ? `${browser.brand} ${browser.version}, ${userAgentData.platform}` : userAgent;
  };

  const openForm = () => {
    const report = {
      address: (location.origin + location.pathname).slice(0, MAX.address),
      // Only the member decides, in the form, whether the query belongs to the report.
      query: location.search.length > MAX.address ? "" : location.search,
      title: document.title.slice(0, MAX.title),
      browser: describeBrowser(navigator).slice(0, MAX.text),
      width: innerWidth,
      height: innerHeight,
      errors,
    };
    // `noreferrer`: a page may have a policy that would send its whole address to the logbook's server.
    open(`${logbook}/#report=${encodeURIComponent(JSON.stringify(report))}`, "_blank", "noopener,noreferrer");
  };

  document.addEventListener("click", (event) => {
    if (!event.composedPath().some((node) => node.dataset?.logbookReport !== undefined)) return;
    event.preventDefault();
    openForm();
  });

  const STYLE = `
    :host { all: initial !important; position: fixed !important; z-index: 2147483000 !important; }
    @media print { :host { display: none !important; } }
    button {
      min-height: 44px; margin: 12px; padding: 8px 16px; border: 1px solid #fff; border-radius: 6px;
      background: #14382f; color: #fff; font: 600 15px/1.3 system-ui, sans-serif; cursor: pointer;
    }
    button:hover { background: #1f5446; }
    button:focus-visible { outline: 3px solid #14382f; outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }
  `;
  const drawButton = () => {
    if (corner === "none" || document.querySelector("[data-logbook-report]")) return;
    const host = document.createElement("div");
    // Stylesheets that a script makes need no permission of the page's policy, unlike `<style>` and `style="…"`.
    const sheet = new CSSStyleSheet();
    const [, vertical = "bottom", horizontal = "right"] = /^(top|bottom)-(left|right)$/.exec(corner) ?? [];
    sheet.replaceSync(`${STYLE} :host { ${vertical}: 0 !important; ${horizontal}: 0 !important; }`);
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", openForm);
    root.append(button);
    document.body.append(host);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", drawButton);
  else drawButton();
})();
