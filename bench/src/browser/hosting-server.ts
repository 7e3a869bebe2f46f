import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { type HeaderRule, headersFor } from "./hosting-headers.ts";

interface HostingOptions {
  pageFolder: string;
  headerRules: readonly HeaderRule[];
  apiPort: number;
  certificate: { key: string; cert: string };
}

interface ServedFile {
  contentType: string;
  etag: string;
  plain: Buffer;
  brotli: Buffer;
}

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** Serves the built page over HTTP/2. Unknown paths get index.html; requests under /api go to the function. */
export async function startHostingServer(options: HostingOptions) {
  const { pageFolder, headerRules, apiPort, certificate } = options;
  const files = new Map<string, ServedFile>();
  for (const entry of readdirSync(pageFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(pageFolder, path)}`, toServedFile(readFileSync(path), extname(entry.name)));
  }
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key: certificate.key, cert: certificate.cert }, (incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "http://hosting").pathname;
    if (path.startsWith("/api/")) forward(incoming, outgoing, apiPort, agent);
    else sendFile(incoming, outgoing, files.get(path) ?? files.get("/index.html")!, headersFor(path, headerRules));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Serves this HTML at a path, as if it were a file of the page. */
    addPage: (path: string, html: string): void => void files.set(path, toServedFile(Buffer.from(html), ".html")),
    /** Close the browser first: an open connection would keep the server open. */
    async close(): Promise<void> {
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type HostingServer = Awaited<ReturnType<typeof startHostingServer>>;

function toServedFile(plain: Buffer, extension: string): ServedFile {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    contentType: CONTENT_TYPES[extension] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(plain).digest("hex")}"`,
    plain,
    brotli: brotliCompressSync(plain, { params }),
  };
}

function sendFile(
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
  file: ServedFile,
  headers: Record<string, string>,
): void {
  const common = { ...headers, etag: file.etag, vary: "accept-encoding" };
  if (incoming.headers["if-none-match"] === file.etag) {
    outgoing.writeHead(304, common).end();
    return;
  }
  const isCompressed =
    file.brotli.length < file.plain.length && /\bbr\b/.test(String(incoming.headers["accept-encoding"]));
  const body = isCompressed ? file.brotli : file.plain;
  outgoing
    .writeHead(200, {
      ...common,
      "content-type": file.contentType,
      "content-length": body.length,
      ...(isCompressed && { "content-encoding": "br" }),
    })
    .end(body);
}

function forward(incoming: Http2ServerRequest, outgoing: Http2ServerResponse, port: number, agent: Agent): void {
  const { method, url, headers, authority } = incoming;
  const forwardedHeaders = { ...omitHeaders(headers, (name) => name.startsWith(":")), host: authority };
  const forwarded = request(
    { host: "127.0.0.1", port, method, path: url, headers: forwardedHeaders, agent },
    (response) => {
      outgoing.writeHead(
        response.statusCode ?? 502,
        omitHeaders(response.headers, (name) => CONNECTION_HEADERS.has(name)),
      );
      response.pipe(outgoing);
    },
  );
  forwarded.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  // The browser cancels requests that it no longer needs.
  outgoing.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
}

// HTTP/2 does not allow these headers.
const CONNECTION_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding"]);

function omitHeaders<T>(headers: Record<string, T>, isOmitted: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isOmitted(name)));
}
