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

/** `src/start/member.ts` imports this file as soon as it runs. */
const MEMBER_APP = "src/start/start-member.tsx";
const ENTRIES = { visitor: "src/start/start-visitor.tsx", member: "src/start/member.ts" } as const;

/**
 * Writes into `index.html` everything that is needed before other code is loaded: the page's first script (`first.js`),
 * the names of the files that this script loads, and, in a build, the logged-out page's markup. The hash of the script is
 * in the Content-Security-Policy of firebase.json.
 */
export function firstPaint(): Plugin {
  let isServing = false;
  let root = "";
  let loggedOutMarkup = "";
  return {
    name: "logbook-first-paint",
    config: () => ({ build: { rolldownOptions: { input: { index: "index.html", ...ENTRIES } } } }),
    configResolved(config) {
      isServing = config.command === "serve";
      root = config.root;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        const urlsByUser = Object.fromEntries(
          Object.entries(ENTRIES).map(([name, file]) => [name, bundle ? fileUrlsOf(bundle, file) : [`/${file}`]]),
        );
        if (bundle) urlsByUser.member = [...new Set([...(urlsByUser.member ?? []), ...fileUrlsOf(bundle, MEMBER_APP)])];
        // The API renders markup only for a page of its own version; a page of the development server has no version.
        const version = bundle ? process.env.LOGBOOK_PAGE_VERSION : undefined;
        const script = firstScript(root);
        return html
          .replace(
            "<!-- first-paint -->",
            () =>
              `<script type="application/json" id="code">${JSON.stringify({ ...urlsByUser, version })}</script>\n    <script>${script}</script>`,
          )
          .replace('<div id="root"></div>', () => `<div id="root">${isServing ? "" : loggedOutMarkup}</div>`);
      },
    },
    async buildStart() {
      if (isServing) return;
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
 * The list's parameters in the page's address, as source code: name, default, and the pattern of a valid value, as
 * `src/features/list/view.ts` reads them.
 */
function viewParameters(): string {
  const oneOf = (values: readonly (string | number)[]) => new RegExp(`^(${values.join("|")})$`);
  const parameters: [name: string, defaultValue: string | number, pattern: RegExp][] = [
    ["page", 1, /^[1-9]\d{0,8}$/],
    ["pageSize", DEFAULT_PAGE_SIZE, oneOf(PAGE_SIZES)],
    ["search", NO_FILTERS.search, new RegExp(`^.{1,${LIMITS.searchLength}}`, "s")],
    ["type", NO_FILTERS.type, oneOf(ISSUE_TYPES)],
    ["status", NO_FILTERS.status, oneOf([...STATUSES, ...STATUS_GROUP_NAMES])],
    ["priority", NO_FILTERS.priority, oneOf(PRIORITIES)],
    ["show", NO_FILTERS.show, oneOf(SHOW_OPTIONS)],
    ["sort", DEFAULT_SORT, oneOf(SORTS)],
  ];
  const rows = parameters.map(([name, defaultValue, pattern]) => `["${name}", "${defaultValue}", ${pattern}]`);
  return `[${rows.join(", ")}]`;
}

/** Throws unless firebase.json allows exactly this script: a browser would refuse another, and the page stays empty. */
function checkContentSecurityPolicy(root: string): void {
  const hash = createHash("sha256").update(firstScript(root)).digest("base64");
  if (!readFileSync(`${root}/../firebase.json`, "utf8").includes(`script-src 'self' 'sha256-${hash}';`))
    throw new Error(
      `The page's first script (first.js, minified) has changed. Please write 'sha256-${hash}' after script-src 'self' in firebase.json.`,
    );
}

/** The logged-out page's markup, rendered by its own components. */
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

/** The URLs of an entry's file and of all files that it imports, directly or through others. */
function fileUrlsOf(bundle: Rolldown.OutputBundle, entry: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  add(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${entry}`)));
  return [...files].map((file) => `/${file}`);
}
