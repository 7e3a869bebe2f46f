import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
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
  plainBytes: Buffer;
  brotliBytes: Buffer;
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
  const agent = new http.Agent({ keepAlive: true });
  const server = createSecureServer(certificate, (request, response) => {
    const path = new URL(request.url ?? "/", "http://hosting").pathname;
    if (path.startsWith("/api/")) forwardToApi(request, response, apiPort, agent);
    else sendFile(request, response, files.get(path) ?? files.get("/index.html")!, headersFor(path, headerRules));
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

function toServedFile(plainBytes: Buffer, extension: string): ServedFile {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    contentType: CONTENT_TYPES[extension] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(plainBytes).digest("hex")}"`,
    plainBytes,
    brotliBytes: brotliCompressSync(plainBytes, { params }),
  };
}

function sendFile(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  file: ServedFile,
  headers: Record<string, string>,
): void {
  const { contentType, etag, plainBytes, brotliBytes } = file;
  const commonHeaders = { ...headers, etag, vary: "accept-encoding" };
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, commonHeaders).end();
    return;
  }
  const acceptsBrotli = /\bbr\b/.test(String(request.headers["accept-encoding"]));
  const isCompressed = acceptsBrotli && brotliBytes.length < plainBytes.length;
  const body = isCompressed ? brotliBytes : plainBytes;
  response
    .writeHead(200, {
      ...commonHeaders,
      "content-type": contentType,
      "content-length": body.length,
      ...(isCompressed && { "content-encoding": "br" }),
    })
    .end(body);
}

function forwardToApi(request: Http2ServerRequest, response: Http2ServerResponse, port: number, agent: http.Agent) {
  const { method, url: path, headers: http2Headers, authority } = request;
  // The names of HTTP/2's pseudo-headers, such as `:path`, begin with a colon. HTTP/1.1 does not allow them.
  const headers = { ...omitHeaders(http2Headers, (name) => name.startsWith(":")), host: authority };
  const apiRequest = http.request({ host: "127.0.0.1", port, method, path, headers, agent }, (apiResponse) => {
    const responseHeaders = omitHeaders(apiResponse.headers, (name) => HTTP1_HEADERS.has(name));
    response.writeHead(apiResponse.statusCode ?? 502, responseHeaders);
    apiResponse.pipe(response);
  });
  apiRequest.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  // The browser cancels requests that it no longer needs.
  response.on("close", () => apiRequest.destroy());
  request.pipe(apiRequest);
}

// HTTP/2 does not allow these headers of HTTP/1.1.
const HTTP1_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding"]);

function omitHeaders<T>(headers: Record<string, T>, isOmitted: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isOmitted(name)));
}
