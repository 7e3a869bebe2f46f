import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { inRoot, ROOT } from "../command-line/paths.ts";
import type { ShowProgress } from "../command-line/progress.mjs";
import type { Engine } from "../engines/engine.ts";
import { DEFAULT_PORTS, type Ports } from "./ports.ts";

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
  emulators?: object;
}

export interface SuiteOptions {
  projectId: string;
  ports: Ports;
  engine: Engine;
  /** Whether to start Auth, Firestore and Storage only. */
  storesOnly?: boolean;
  /** The built page, or a placeholder while Vite's own server shows it. */
  page: "built" | "placeholder";
  /** The folder of an export to start with; none by default. */
  importDir?: string | null;
  ui?: boolean;
  stopSignal?: AbortSignal;
  showProgress: ShowProgress;
}

const PLACEHOLDER =
  '<!doctype html><meta charset="utf-8"><title>Logbook</title><p>The page is served by Vite at another address.</p>\n';

/**
 * Writes a suite's copy of the page, with its Firebase configuration, into the suite's folder. Also writes the suite's
 * own firebase.json into the checkout's folder, to which its paths are relative, and returns its path.
 */
export function writeSuiteFiles({ projectId, ports, page, ui = false }: SuiteOptions, folder: string): string {
  const hostingFolder = join(folder, "hosting");
  const indexFile = join(hostingFolder, "index.html");
  mkdirSync(hostingFolder, { recursive: true });
  if (page === "built") {
    // Vite's list of files is left out. Its name begins with a dot, and `ignore` in firebase.json excludes such files.
    const isIncluded = (path: string) => !basename(path).startsWith(".");
    cpSync(inRoot("web", "dist"), hostingFolder, { recursive: true, filter: isIncluded });
    // A made-up website that has `report.js`. A deploy does not have it.
    cpSync(inRoot("suite", "data", "demo"), join(hostingFolder, "demo"), { recursive: true });
    writeFileSync(indexFile, fillConfigBlock(readFileSync(indexFile, "utf8"), localPageConfig(projectId, ports)));
  } else writeFileSync(indexFile, PLACEHOLDER);

  const firebaseJson = JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as FirebaseJson;
  const configFile = inRoot(`.firebase-suite-${ports.hub}.json`);
  const config = suiteConfig(firebaseJson, ports, relative(ROOT, hostingFolder), { ui });
  writeFileSync(configFile, JSON.stringify(config, null, 2));
  return configFile;
}

/** firebase.json for a suite: its own ports and page, and a security policy that lets the page reach its emulators. */
export function suiteConfig(firebaseJson: FirebaseJson, ports: Ports, hostingFolder: string, { ui = false }) {
  return {
    ...firebaseJson,
    hosting: {
      ...firebaseJson.hosting,
      public: hostingFolder,
      headers: changeHeaders(firebaseJson, ({ key, value }) =>
        key === "Content-Security-Policy" ? replaceEmulators(value, ports) : value,
      ),
    },
    emulators: {
      ...emulatorsBlock(ports),
      ui: ui ? { enabled: true, ...localAddress(ports.ui) } : { enabled: false },
      // Each test of the rules has its own project.
      singleProjectMode: false,
    },
  };
}

const localAddress = (port: number) => ({ host: "127.0.0.1", port });

/** The block `emulators` of firebase.json, with each emulator's address. */
export function emulatorsBlock({ firestoreWebsocket: websocketPort, ...emulators }: Ports) {
  return {
    ...Object.fromEntries(Object.entries(emulators).map(([name, port]) => [name, localAddress(port)])),
    firestore: { ...localAddress(emulators.firestore), websocketPort },
  };
}

/** Returns Hosting's headers with the values that `changeValue` returns. */
export function changeHeaders({ hosting }: FirebaseJson, changeValue: (header: Header) => string) {
  return hosting.headers.map(({ source, headers }) => ({
    source,
    headers: headers.map((header) => ({ ...header, value: changeValue(header) })),
  }));
}

/**
 * Changes a Content Security Policy of firebase.json, which allows the emulators on their default ports, so that it
 * allows those on other ports; with `null` it allows no emulator.
 */
export function replaceEmulators(policy: string, ports: Ports | null): string {
  return policy.replace(emulatorOrigins(DEFAULT_PORTS), ports === null ? "" : emulatorOrigins(ports));
}

/** The emulators that the page calls, as a part of a policy. */
const emulatorOrigins = ({ auth, firestore, storage }: Ports): string =>
  [auth, firestore, storage].map((port) => ` http://127.0.0.1:${port}`).join("");

/** The configuration with which a suite's page starts Firebase. `fillConfigBlock` writes it into index.html. */
export function localPageConfig(projectId: string, ports: Ports) {
  return {
    projectId,
    apiKey: "fake-api-key",
    authDomain: `${projectId}.firebaseapp.com`,
    storageBucket: `${projectId}.appspot.com`,
    appId: "logbook-local",
    emulators: {
      auth: `http://127.0.0.1:${ports.auth}`,
      firestore: `127.0.0.1:${ports.firestore}`,
      storage: `127.0.0.1:${ports.storage}`,
    },
  };
}

const CONFIG_BLOCK = /(<script type="application\/json" id="firebase-config">)[^<]*(<\/script>)/;

/** Writes a configuration into the data block of a page, a script element. Throws if the page has no data block. */
export function fillConfigBlock(html: string, config: object): string {
  if (!CONFIG_BLOCK.test(html))
    throw new Error('index.html has no <script type="application/json" id="firebase-config"> block');
  // `<` is escaped, so that no value can end the block.
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  // In a replacement text `$` would have a special meaning, so replace() gets a function.
  return html.replace(CONFIG_BLOCK, (_, openTag: string, closeTag: string) => openTag + json + closeTag);
}
