import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Certificate } from "./certificate.ts";
import { type HeaderRule, headersFor } from "./hosting-headers.ts";

/** What stands between browser and function, as Hosting does. */
export interface HostingServer {
  origin: string;
  /** Serves this HTML at a path, as if it were one of the page's files. */
  put(path: string, html: string): void;
  close(): Promise<void>;
}

interface HostingOptions {
  pageFolder: string;
  rules: readonly HeaderRule[];
  /** The port of the functionProcess function. */
  apiPort: number;
  identity: Certificate;
}

interface File {
  type: string;
  tag: string;
  plain: Buffer;
  brotli: Buffer;
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves the built page as production Hosting does, over HTTP/2: brotli, ETags, the headers of
 * firebase.json, index.html for what is no file, and everything under /api passed on to the function.
 */
export async function startHostingServer({
  pageFolder,
  rules,
  apiPort,
  identity,
}: HostingOptions): Promise<HostingServer> {
  const files = new Map<string, File>();
  for (const entry of readdirSync(pageFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(pageFolder, path)}`, toFile(readFileSync(path), extname(entry.name)));
  }
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key: identity.key, cert: identity.cert }, (incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "http://hosting").pathname;
    if (path.startsWith("/api/")) forward(incoming, outgoing, apiPort, agent);
    else sendFile(incoming, outgoing, files.get(path) ?? files.get("/index.html")!, headersFor(path, rules));
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (path, html) => void files.set(path, toFile(Buffer.from(html), ".html")),
    async close() {
      agent.destroy();
      for (const session of sessions) session.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function toFile(plain: Buffer, extension: string): File {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    type: TYPES[extension] ?? "application/octet-stream",
    tag: `"${createHash("sha256").update(plain).digest("hex")}"`,
    plain,
    brotli: brotliCompressSync(plain, { params }),
  };
}

function sendFile(
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
  file: File,
  headers: Record<string, string>,
): void {
  const common = { ...headers, etag: file.tag, vary: "accept-encoding" };
  if (incoming.headers["if-none-match"] === file.tag) {
    outgoing.writeHead(304, common).end();
    return;
  }
  const small = file.brotli.length < file.plain.length && /\bbr\b/.test(String(incoming.headers["accept-encoding"]));
  const body = small ? file.brotli : file.plain;
  outgoing
    .writeHead(200, {
      ...common,
      "content-type": file.type,
      "content-length": body.length,
      ...(small && { "content-encoding": "br" }),
    })
    .end(body);
}

function forward(incoming: Http2ServerRequest, outgoing: Http2ServerResponse, port: number, agent: Agent): void {
  const { method, url, headers, authority } = incoming;
  const onwardHeaders = { ...omitHeaders(headers, (name) => name.startsWith(":")), host: authority };
  const onward = request({ host: "127.0.0.1", port, method, path: url, headers: onwardHeaders, agent }, (answer) => {
    outgoing.writeHead(
      answer.statusCode ?? 502,
      omitHeaders(answer.headers, (name) => CONNECTION_HEADERS.has(name)),
    );
    answer.pipe(outgoing);
  });
  onward.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  // The browser may drop a request whose answer it no longer wants.
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}

// HTTP/2 has no such headers.
const CONNECTION_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding"]);

function omitHeaders<T>(headers: Record<string, T>, drop: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !drop(name)));
}
