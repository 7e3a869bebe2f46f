import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { LIST_PATTERNS } from "@logbook/domain";
import { createServer, minifySync, type Plugin, type Rolldown } from "vite";

/** `src/start/member.ts` loads this module as soon as it runs, so the page preloads the module's files too. */
const MEMBER_APP = "src/start/start-member.tsx";
const ENTRIES = { visitor: "src/start/start-visitor.tsx", member: "src/start/member.ts" } as const;

/**
 * Writes into `index.html` what the browser needs first: Firebase's configuration, the first script (`first.js`), the
 * URLs of the files that this script loads, the list's parameters, and, in a build, the logged-out page's markup. The
 * script's hash is in firebase.json (Content-Security-Policy); data blocks need none.
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
        const data = JSON.stringify({ visitor, member, version: buildName, parameters: LIST_PATTERNS });
        const dataBlock = `<script type="application/json" id="code">${data}</script>`;
        const script = firstScript();
        if (bundle) checkContentSecurityPolicy(script);
        const loggedOutMarkup = bundle ? await renderLoggedOutPage() : "";
        // `<` is escaped, so that no value can end the data block.
        const firebaseConfig = (process.env.LOGBOOK_FIREBASE_CONFIG || "null").replaceAll("<", "\\u003c");
        // The replacements are functions, because `$` in a string would have a special meaning.
        return html
          .replace('id="firebase-config">null', () => `id="firebase-config">${firebaseConfig}`)
          .replace("<!-- first-paint -->", () => `${dataBlock}\n    <script>${script}</script>`)
          .replace('<div id="root">', () => `<div id="root">${loggedOutMarkup}`);
      },
    },
  };
}

/** The first script as the page contains it: minified, because the browser runs it before it shows anything. */
export function firstScript(): string {
  const source = readFileSync(`${import.meta.dirname}/first.js`, "utf8");
  return minifySync("first.js", source).code;
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
