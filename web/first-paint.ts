import { createHash } from "node:crypto";
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

/** The module that `src/start/member.ts` loads as soon as it runs. So the page preloads its files too. */
const MEMBER_APP = "src/start/start-member.tsx";
const ENTRIES = { visitor: "src/start/start-visitor.tsx", member: "src/start/member.ts" } as const;

/**
 * Writes into `index.html` what the browser needs before it loads other code: the page's first script (`first.js`), the
 * URLs of the files that this script loads, and, in a build, the logged-out page's markup. The script's hash is in
 * firebase.json (Content-Security-Policy).
 */
export function firstPaint(): Plugin {
  let isDevServer = false;
  let root = "";
  // Stays empty in a development server.
  let loggedOutMarkup = "";
  return {
    name: "logbook-first-paint",
    config: () => ({ build: { rolldownOptions: { input: { index: "index.html", ...ENTRIES } } } }),
    configResolved(config) {
      isDevServer = config.command === "serve";
      root = config.root;
    },
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
        const json = JSON.stringify({ visitor, member, version: buildName });
        const dataBlock = `<script type="application/json" id="code">${json}</script>`;
        const scripts = `${dataBlock}\n    <script>${firstScript(root)}</script>`;
        // The replacements are functions, because `$` in a string would have a special meaning.
        return html
          .replace("<!-- first-paint -->", () => scripts)
          .replace('<div id="root"></div>', () => `<div id="root">${loggedOutMarkup}</div>`);
      },
    },
    async buildStart() {
      if (isDevServer) return;
      checkContentSecurityPolicy(root);
      loggedOutMarkup = await renderLoggedOutPage(root);
    },
  };
}

/** The first script as the page contains it: minified, because the browser runs it before it shows anything. */
export function firstScript(root: string): string {
  const source = readFileSync(`${root}/first.js`, "utf8");
  return minifySync("first.js", source.replaceAll("VIEW_PARAMETERS", viewParameters)).code;
}

/**
 * JavaScript source of an array with the list's parameters in the page's address: their names, defaults and patterns.
 * `src/features/list/view.ts` reads the same values, and cuts a `search` that is too long, as its pattern does.
 */
function viewParameters(): string {
  const matchOneOf = (values: readonly (string | number)[]) => new RegExp(`^(${values.join("|")})$`);
  const parameters: [name: string, defaultValue: string | number, pattern: RegExp][] = [
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
function checkContentSecurityPolicy(root: string): void {
  const hash = createHash("sha256").update(firstScript(root)).digest("base64");
  if (!readFileSync(`${root}/../firebase.json`, "utf8").includes(`script-src 'self' 'sha256-${hash}';`))
    throw new Error(
      `The page's first script (first.js, minified) has changed. Please write 'sha256-${hash}' after script-src 'self' in firebase.json.`,
    );
}

/** Renders the logged-out page's components to HTML. The server only transforms their modules, and opens no port. */
async function renderLoggedOutPage(root: string): Promise<string> {
  const server = await createServer({
    root,
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
