import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { generate } from "selfsigned";
import { type HeaderRule, headersFor } from "./hosting-headers.ts";

interface HostingOptions {
  pageFolder: string;
  headerRules: readonly HeaderRule[];
  apiPort: number;
}

interface ServedFile {
  etag: string;
  headers: Record<string, string | number>;
  body: Buffer;
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
  const { pageFolder, headerRules, apiPort } = options;
  const { keyFingerprint, ...certificate } = await createCertificate();
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
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keyFingerprint,
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

/** Creates a key and a self-signed certificate, because browsers speak HTTP/2 only over TLS. */
export async function createCertificate() {
  const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    keyType: "ec",
    algorithm: "sha256",
    // Type 7 is an IP address.
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  // Chromium's option `--ignore-certificate-errors-spki-list` takes the fingerprint of the public key.
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return { key, cert, keyFingerprint: createHash("sha256").update(publicKey).digest("base64") };
}

function toServedFile(plainBytes: Buffer, extension: string): ServedFile {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const brotliBytes = brotliCompressSync(plainBytes, { params });
  // Chromium, the only client, accepts brotli.
  const isCompressed = brotliBytes.length < plainBytes.length;
  const body = isCompressed ? brotliBytes : plainBytes;
  const headers = {
    "content-type": CONTENT_TYPES[extension] ?? "application/octet-stream",
    "content-length": body.length,
    ...(isCompressed && { "content-encoding": "br" }),
  };
  return { etag: `"${createHash("sha256").update(plainBytes).digest("hex")}"`, headers, body };
}

function sendFile(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { etag, headers, body }: ServedFile,
  pathHeaders: Record<string, string>,
): void {
  const commonHeaders = { ...pathHeaders, etag, vary: "accept-encoding" };
  if (request.headers["if-none-match"] === etag) response.writeHead(304, commonHeaders).end();
  else response.writeHead(200, { ...commonHeaders, ...headers }).end(body);
}

function forwardToApi(request: Http2ServerRequest, response: Http2ServerResponse, port: number, agent: http.Agent) {
  const { method, url: path, authority } = request;
  // The names of HTTP/2's pseudo-headers, such as `:path`, begin with a colon. HTTP/1.1 does not allow them.
  const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(":"));
  const options = {
    host: "127.0.0.1",
    port,
    method,
    path,
    headers: { ...Object.fromEntries(headers), host: authority },
  };
  const apiRequest = http.request({ ...options, agent }, (apiResponse) => {
    // HTTP/2 does not allow the three omitted headers of HTTP/1.1.
    const { connection: _, "keep-alive": _1, "transfer-encoding": _2, ...responseHeaders } = apiResponse.headers;
    response.writeHead(apiResponse.statusCode!, responseHeaders);
    apiResponse.pipe(response);
  });
  apiRequest.on("error", () => response.destroy());
  // The browser cancels requests that it no longer needs.
  response.on("close", () => apiRequest.destroy());
  request.pipe(apiRequest);
}
