import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { inRoot, ROOT } from "../command-line/paths.ts";
import { fillConfigBlock, localPageConfig } from "./page-config.ts";
import type { Ports } from "./ports.ts";

interface Header {
  key: string;
  value: string;
}

/** The parts of firebase.json that a suite or a deploy changes. */
export interface FirebaseJson {
  hosting: {
    public: string;
    headers: { source: string; headers: Header[] }[];
    rewrites: { source: string; destination?: string; function?: { functionId: string; region: string } }[];
  };
}

interface SuiteFiles {
  projectId: string;
  ports: Ports;
  page: "built" | "placeholder";
  ui?: boolean;
}

const PLACEHOLDER =
  '<!doctype html><meta charset="utf-8"><title>Logbook</title><p>The page is served by Vite at another address.</p>\n';

/**
 * Writes a suite's copy of the page, with the data block filled, into the suite's folder. Also writes the suite's
 * configuration, made from firebase.json, and returns its path. firebase-tools needs it beside the files that it names.
 */
export function writeSuiteFiles({ projectId, ports, page, ui = false }: SuiteFiles, folder: string): string {
  const hosting = join(folder, "hosting");
  const index = join(hosting, "index.html");
  mkdirSync(hosting, { recursive: true });
  if (page === "built") {
    // Leave out Vite's list of files. Its name begins with a dot: firebase.json's `ignore` leaves out such files too.
    cpSync(inRoot("web", "dist"), hosting, { recursive: true, filter: (path) => !basename(path).startsWith(".") });
    writeFileSync(index, fillConfigBlock(readFileSync(index, "utf8"), localPageConfig(projectId, ports)));
  } else writeFileSync(index, PLACEHOLDER);

  const base = JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as FirebaseJson;
  const file = inRoot(`.firebase-suite-${ports.hub}.json`);
  writeFileSync(file, JSON.stringify(suiteConfig(base, ports, relative(ROOT, hosting), ui), null, 2));
  return file;
}

/** firebase.json for a suite: its own ports and page, and a security policy that lets the page reach its emulators. */
export function suiteConfig(base: FirebaseJson, ports: Ports, hosting: string, ui: boolean) {
  const localAddress = (port: number) => ({ host: "127.0.0.1", port });
  const { firestoreWebsocket: websocketPort, ...emulators } = ports;
  return {
    ...base,
    hosting: {
      ...base.hosting,
      public: hosting,
      headers: changeHeaders(base, ({ key, value }) =>
        key === "Content-Security-Policy" ? allowEmulators(value, ports) : value,
      ),
    },
    emulators: {
      ...Object.fromEntries(Object.entries(emulators).map(([name, port]) => [name, localAddress(port)])),
      firestore: { ...localAddress(ports.firestore), websocketPort },
      ui: ui ? { enabled: true, ...localAddress(ports.ui) } : { enabled: false },
      // Tests use Firestore in projects of their own.
      singleProjectMode: false,
    },
  };
}

/** Hosting's headers with the values that `newValue` returns. */
export function changeHeaders({ hosting }: FirebaseJson, newValue: (header: Header) => string) {
  return hosting.headers.map(({ source, headers }) => ({
    source,
    headers: headers.map((header) => ({ ...header, value: newValue(header) })),
  }));
}

/** The deployed policy, which also allows this suite's emulators. */
function allowEmulators(policy: string, ports: Ports): string {
  const origins = [ports.auth, ports.firestore, ports.storage].map((port) => `http://127.0.0.1:${port}`).join(" ");
  return policy.replace("connect-src 'self'", `connect-src 'self' ${origins}`);
}
