import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fillConfigBlock, localPageConfig } from "./firebase-config.ts";
import { inRoot, ROOT } from "./paths.ts";
import type { Ports } from "./ports.ts";

interface Header {
  key: string;
  value: string;
}
interface FirebaseJson {
  hosting: { public: string; headers: { source: string; headers: Header[] }[] };
  emulators: Record<string, unknown>;
}

/** Where a suite's own files are: its configuration (firebase-tools wants it beside firebase.json) and its copy of the page. */
export function suiteFiles(ports: Ports): { config: string; hosting: string } {
  return { config: inRoot(`.firebase-suite-${ports.hub}.json`), hosting: inRoot(".data", "run", String(ports.hosting), "hosting") };
}

/** Writes a suite's configuration, made from firebase.json, and its copy of the built page with the data block filled. */
export function writeSuiteFiles(projectId: string, ports: Ports, options: { ui: boolean }): { config: string; hosting: string } {
  const files = suiteFiles(ports);
  rmSync(files.hosting, { recursive: true, force: true });
  mkdirSync(files.hosting, { recursive: true });
  cpSync(inRoot("web", "dist"), files.hosting, { recursive: true });
  const page = `${files.hosting}/index.html`;
  writeFileSync(page, fillConfigBlock(readFileSync(page, "utf8"), localPageConfig(projectId, ports)));

  const config = JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as FirebaseJson;
  config.hosting.public = relative(ROOT, files.hosting);
  for (const { headers } of config.hosting.headers)
    for (const header of headers)
      if (header.key === "Content-Security-Policy") header.value = allowLocal(header.value, ports);
  const at = (port: number) => ({ host: "127.0.0.1", port });
  config.emulators = {
    auth: at(ports.auth),
    functions: at(ports.functions),
    firestore: { ...at(ports.firestore), websocketPort: ports.firestoreWebsocket },
    storage: at(ports.storage),
    hosting: at(ports.hosting),
    hub: at(ports.hub),
    logging: at(ports.logging),
    eventarc: at(ports.eventarc),
    tasks: at(ports.tasks),
    ui: options.ui ? { enabled: true, ...at(ports.ui) } : { enabled: false },
    singleProjectMode: false,
  };
  writeFileSync(files.config, JSON.stringify(config, null, 2));
  return files;
}

/** The deployed policy, widened by this suite's own emulators. */
function allowLocal(policy: string, ports: Ports): string {
  const origins = [ports.auth, ports.firestore, ports.storage].map((port) => `http://127.0.0.1:${port}`).join(" ");
  return policy.replace("connect-src 'self'", `connect-src 'self' ${origins}`).replace("; upgrade-insecure-requests", "");
}
