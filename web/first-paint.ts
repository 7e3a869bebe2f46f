import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  DEFAULT_PAGE_SIZE,
  DEFAULT_SORT,
  ISSUE_TYPES,
  LIMITS,
  NO_FILTERS,
  PAGE_SIZES,
  PRIORITIES,
  SHOW_OPTIONS,
  SORTS,
  STATUS_GROUP_NAMES,
  STATUSES,
} from "@logbook/domain";
import { createServer, minifySync, type Plugin, type Rolldown } from "vite";

/** `src/start/member.ts` loads this module as soon as it runs, so the page preloads the module's files too. */
const MEMBER_APP = "src/start/start-member.tsx";
const ENTRIES = { visitor: "src/start/start-visitor.tsx", member: "src/start/member.ts" } as const;

/**
 * Writes into `index.html` what the browser needs first: Firebase's configuration, the first script (`first.js`), the
 * URLs of the files that this script loads, and, in a build, the logged-out page's markup. The script's hash is in
 * firebase.json (Content-Security-Policy).
 */
export function firstPaint(): Plugin {
  return {
    name: "logbook-first-paint",
    config: () => ({ build: { rolldownOptions: { input: { index: "index.html", ...ENTRIES } } } }),
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        // A development server has no bundle: it serves each module at its path.
        const urlsOf = (entry: string) => (bundle ? fileUrlsOf(bundle, entry) : [`/${entry}`]);
        const visitor = urlsOf(ENTRIES.visitor);
        const memberAppUrls = bundle ? fileUrlsOf(bundle, MEMBER_APP) : [];
        const member = [...new Set([...urlsOf(ENTRIES.member), ...memberAppUrls])];
        // The API renders the list's markup only for the build of this name. A development server has no build.
        const buildName = bundle ? process.env.LOGBOOK_PAGE_VERSION : undefined;
        const urls = JSON.stringify({ visitor, member, version: buildName });
        const urlsBlock = `<script type="application/json" id="code">${urls}</script>`;
        const script = firstScript();
        if (bundle) checkContentSecurityPolicy(script);
        const loggedOutMarkup = bundle ? await renderLoggedOutPage() : "";
        // `<` is escaped, so that no value can end the data block.
        const firebaseConfig = (process.env.LOGBOOK_FIREBASE_CONFIG || "null").replaceAll("<", "\\u003c");
        // The replacements are functions, because `$` in a string would have a special meaning.
        return html
          .replace('id="firebase-config">null', () => `id="firebase-config">${firebaseConfig}`)
          .replace("<!-- first-paint -->", () => `${urlsBlock}\n    <script>${script}</script>`)
          .replace('<div id="root">', () => `<div id="root">${loggedOutMarkup}`);
      },
    },
  };
}

/** The first script as the page contains it: minified, because the browser runs it before it shows anything. */
export function firstScript(): string {
  const source = readFileSync(`${import.meta.dirname}/first.js`, "utf8");
  return minifySync("first.js", source.replaceAll("VIEW_PARAMETERS", viewParameters)).code;
}

/**
 * JavaScript source of an array with the list's parameters in the page's address: their names, defaults and patterns.
 * `src/features/list/view.ts` reads the same values, and cuts a `search` that is too long, as its pattern does.
 */
function viewParameters(): string {
  const matchOneOf = (values: readonly (string | number)[]) => new RegExp(`^(${values.join("|")})$`);
  const parameters: [name: string, defaultValue: string | number, pattern: RegExp][] = [
    // At most nine digits, as in `readPageNumber`.
    ["page", 1, /^[1-9]\d{0,8}$/],
    ["pageSize", DEFAULT_PAGE_SIZE, matchOneOf(PAGE_SIZES)],
    ["search", NO_FILTERS.search, new RegExp(`^.{1,${LIMITS.searchLength}}`, "s")],
    ["type", NO_FILTERS.type, matchOneOf(ISSUE_TYPES)],
    ["status", NO_FILTERS.status, matchOneOf([...STATUSES, ...STATUS_GROUP_NAMES])],
    ["priority", NO_FILTERS.priority, matchOneOf(PRIORITIES)],
    ["show", NO_FILTERS.show, matchOneOf(SHOW_OPTIONS)],
    ["sort", DEFAULT_SORT, matchOneOf(SORTS)],
  ];
  const sources = parameters.map(([name, defaultValue, pattern]) => `["${name}", "${defaultValue}", ${pattern}]`);
  return `[${sources.join(", ")}]`;
}

/** Throws if firebase.json does not allow the first script: the browser would refuse to run it, and show no page. */
function checkContentSecurityPolicy(script: string): void {
  const sha256 = hash("sha256", script, "base64");
  const hostingConfig = readFileSync(`${import.meta.dirname}/../firebase.json`, "utf8");
  if (!hostingConfig.includes(`script-src 'self' 'sha256-${sha256}';`))
    throw new Error(
      `The page's first script (first.js, minified) has changed. Please write 'sha256-${sha256}' after script-src 'self' in firebase.json.`,
    );
}

/** Renders the logged-out page's components to HTML. The server only transforms their modules, and opens no port. */
async function renderLoggedOutPage(): Promise<string> {
  const server = await createServer({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    const { renderLoggedOut } = (await server.ssrLoadModule("/src/start/render-logged-out.tsx")) as {
      renderLoggedOut: () => string;
    };
    return renderLoggedOut();
  } finally {
    await server.close();
  }
}

/** The URLs of an entry's file and of all files that it imports, directly or through other files. */
function fileUrlsOf(bundle: Rolldown.OutputBundle, entry: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const fileNames = new Set<string>();
  const addWithImports = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || fileNames.has(chunk.fileName)) return;
    fileNames.add(chunk.fileName);
    for (const importedName of chunk.imports) addWithImports(chunks.find(({ fileName }) => fileName === importedName));
  };
  addWithImports(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${entry}`)));
  return [...fileNames].map((fileName) => `/${fileName}`);
}
