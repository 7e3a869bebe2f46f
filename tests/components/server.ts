import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, relative } from "node:path";
import { headersFor, readHeaderRules } from "../../bench/src/browser/hosting-headers.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { fillConfigBlock } from "../../suite/launcher/suite-config.ts";
import { forward, startHttpProxy } from "../support/http-proxy.ts";
import { AUTH, BUCKET, PROJECT, STORAGE } from "../support/suite.ts";

/** Serves the built page in front of the API. */
export interface PageServer {
  origin: string;
  /** A test adds headers here, by lower-case name, to override those that firebase.json sets on the page. */
  pageHeaders: Record<string, string>;
  close(): Promise<void>;
}

interface PageFile {
  type: string;
  bytes: Buffer | string;
}

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
};

/**
 * Serves the page, with the headers of firebase.json, and forwards the calls of the API. The page's Auth and Storage
 * are those of the suite. Its Firestore never responds, so a test decides itself when the page learns of a change.
 */
export async function startPageServer(apiOrigin: string): Promise<PageServer> {
  const silentFirestore = await startHttpProxy(apiOrigin);
  silentFirestore.intercept(() => "hold");
  const emulators = { auth: AUTH, firestore: silentFirestore.host, storage: STORAGE };
  const files = readPageFiles({
    projectId: PROJECT,
    apiKey: "fake-api-key",
    authDomain: `${PROJECT}.firebaseapp.com`,
    storageBucket: BUCKET,
    appId: "logbook-test",
    emulators,
  });
  const headerRules = readHeaderRules([AUTH, STORAGE, `http://${silentFirestore.host}`]);
  const pageHeaders: Record<string, string> = {};
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", apiOrigin);
    if (pathname.startsWith("/api/")) forward(request, response, new URL(request.url!, apiOrigin));
    else sendFile(response, files, pathname, { ...headersFor(pathname, headerRules), ...pageHeaders });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pageHeaders,
    async close() {
      server.close();
      server.closeAllConnections();
      await silentFirestore.close();
    },
  };
}

/** The files of the built page by their path in the URL. The configuration is written into index.html. */
function readPageFiles(config: object): Map<string, PageFile> {
  const folder = inRoot("web", "dist");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const filePath = join(entry.parentPath, entry.name);
      const urlPath = `/${relative(folder, filePath)}`;
      const content = readFileSync(filePath);
      const bytes = urlPath === "/index.html" ? fillConfigBlock(content.toString(), config) : content;
      return [urlPath, { type: CONTENT_TYPES[extname(urlPath)] ?? "application/octet-stream", bytes }];
    }),
  );
}

/** Sends the file at a path. Without a file: a 404 in /assets/, otherwise the page, whose code decides what to show. */
function sendFile(
  response: ServerResponse,
  files: Map<string, PageFile>,
  path: string,
  headers: Record<string, string>,
): void {
  const file = files.get(path) ?? (path.startsWith("/assets/") ? undefined : files.get("/index.html"));
  if (file === undefined) response.writeHead(404, headers).end("Not found");
  else response.writeHead(200, { ...headers, "content-type": file.type }).end(file.bytes);
}
