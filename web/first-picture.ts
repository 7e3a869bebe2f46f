import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, minifySync, type Plugin, type Rolldown } from "vite";

/** What a member's page starts with imports this as soon as it runs. */
const APP = "src/start/start-member.tsx";
const ENTRIES = { visitor: "src/start/start-visitor.tsx", member: "src/start/member.ts" } as const;

/**
 * Writes into `index.html` what shows before any code is loaded: the page's own script (`first.js`, whose hash is in
 * firebase.json's policy), the names of the code that it starts, and, in a build, the logged-out page's markup.
 */
export function firstPicture(): Plugin {
  let serving = false;
  let root = "";
  return {
    name: "logbook-first-picture",
    config: () => ({ build: { rolldownOptions: { input: { index: "index.html", ...ENTRIES } } } }),
    configResolved(config) {
      serving = config.command === "serve";
      root = config.root;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        const code = Object.fromEntries(
          Object.entries(ENTRIES).map(([name, file]) => [name, bundle ? filesOf(bundle, file) : [`/${file}`]]),
        );
        if (bundle) code.member = [...new Set([...(code.member ?? []), ...filesOf(bundle, APP)])];
        // By which the server knows whether it can draw this page; not while it is developed.
        const version = bundle ? process.env.LOGBOOK_PAGE_VERSION : undefined;
        const script = scriptOf(root);
        return html
          .replace(
            "<!-- first-picture -->",
            () =>
              `<script type="application/json" id="code">${JSON.stringify({ ...code, version })}</script>\n    <script>${script}</script>`,
          )
          .replace('<div id="root"></div>', () => `<div id="root">${serving ? "" : markup}</div>`);
      },
    },
    async buildStart() {
      if (serving) return;
      checkPolicy(root);
      markup = await prerender(root);
    },
  };
}

let markup = "";

/** The page's own script as the page has it; every byte of it comes before anything shows. */
function scriptOf(root: string): string {
  return minifySync("first.js", readFileSync(`${root}/first.js`, "utf8")).code;
}

/** Throws unless firebase.json lets exactly this script run: a browser would refuse another, and show nothing. */
function checkPolicy(root: string): void {
  const hash = createHash("sha256").update(scriptOf(root)).digest("base64");
  if (!readFileSync(`${root}/../firebase.json`, "utf8").includes(`script-src 'self' 'sha256-${hash}';`))
    throw new Error(
      `The page's own script (first.js, minified) has changed. Please write 'sha256-${hash}' after script-src 'self' in firebase.json.`,
    );
}

/** The logged-out page, drawn by its own components. */
async function prerender(root: string): Promise<string> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    const { prerenderLoggedOut } = (await server.ssrLoadModule("/src/start/prerender.tsx")) as {
      prerenderLoggedOut: () => string;
    };
    return prerenderLoggedOut();
  } finally {
    await server.close();
  }
}

/** The addresses of an entry's file and of all that it imports. */
function filesOf(bundle: Rolldown.OutputBundle, entry: string): string[] {
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
