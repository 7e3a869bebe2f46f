import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { headersFor, readHeaderRules } from "../../bench/src/browser/hosting-headers.ts";
import { fillConfigBlock } from "../../suite/launcher/suite-config.ts";
import { createFakeLogbook, type Logbook } from "./logbook.ts";

/** Serves the built page and a fake API, whose data are in memory. It needs no emulators. */
export interface FakeApi {
  origin: string;
  logbook: Logbook;
  /** A test adds headers here, by lower-case name, to override those that firebase.json sets on the page. */
  pageHeaders: Record<string, string>;
  /** The page's requests to Auth, Firestore and Storage: their paths and Referer headers. */
  serviceCalls: { path: string; referer: string | undefined }[];
  close(): void;
}

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
};

const pathInRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Starts two servers. The first serves the API and the page, with the headers of firebase.json. The second responds as
 * Auth and Storage. It never responds as Firestore, so the page's listener to the board never receives anything.
 */
export async function startFakeApi(): Promise<FakeApi> {
  const logbook = createFakeLogbook();
  const serviceCalls: FakeApi["serviceCalls"] = [];
  const servicesServer = await listen((request, body) => {
    if (request.method !== "OPTIONS") serviceCalls.push({ path: request.url ?? "", referer: request.headers.referer });
    return answerService(logbook, request, body);
  });
  // The page's security policy has to allow requests to the second server.
  const headerRules = readHeaderRules([servicesServer.origin]);
  const files = readPageFiles(servicesServer.origin);
  const pageHeaders: Record<string, string> = {};
  const pageServer = await listen((request, body) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://page");
    if (!pathname.startsWith("/api/"))
      return fileResponse(files, pathname, { ...headersFor(pathname, headerRules), ...pageHeaders });
    const response = logbook.answer({
      method: request.method ?? "GET",
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: body.length === 0 ? undefined : JSON.parse(body.toString()),
      token: /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null,
    });
    if ("file" in response) {
      const disposition = response.file.type === "image/jpeg" ? "inline" : "attachment";
      const headers = { "content-type": response.file.type, "content-disposition": disposition };
      return { status: 200, headers, body: response.file.bytes };
    }
    return jsonResponse(response.body, response.status);
  });
  return {
    origin: pageServer.origin,
    logbook,
    pageHeaders,
    serviceCalls,
    close() {
      for (const { server } of [pageServer, servicesServer]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

const jsonResponse = (body: object, status = 200): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

/** Starts a server on a free port. If `respond` returns `null`, the request never gets a response. */
async function listen(
  respond: (request: IncomingMessage, body: Buffer) => HttpResponse | null,
): Promise<{ origin: string; server: Server }> {
  const server = createServer(async (request: IncomingMessage, serverResponse: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const response = respond(request, Buffer.concat(chunks));
    if (response !== null) serverResponse.writeHead(response.status, response.headers).end(response.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** The files of the built page by their path in the URL. The configuration in index.html names the services' server. */
function readPageFiles(servicesOrigin: string): Map<string, HttpResponse> {
  const folder = pathInRepository("web/dist");
  const config = {
    projectId: "demo-fake",
    apiKey: "fake",
    authDomain: "fake.invalid",
    storageBucket: "fake",
    appId: "fake",
    emulators: { auth: servicesOrigin, firestore: new URL(servicesOrigin).host, storage: servicesOrigin },
  };
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const filePath = join(entry.parentPath, entry.name);
      const urlPath = `/${relative(folder, filePath)}`;
      const bytes = readFileSync(filePath);
      const body = urlPath === "/index.html" ? fillConfigBlock(bytes.toString(), config) : bytes;
      const contentType = CONTENT_TYPES[extname(urlPath)] ?? "application/octet-stream";
      return [urlPath, { status: 200, headers: { "content-type": contentType }, body }];
    }),
  );
}

/** The file at a path. Without a file: a 404 in /assets/, otherwise the page, whose code decides what to show. */
function fileResponse(files: Map<string, HttpResponse>, path: string, headers: Record<string, string>): HttpResponse {
  const file = files.get(path) ?? (path.startsWith("/assets/") ? undefined : files.get("/index.html"));
  if (file === undefined) return { status: 404, headers, body: "Not found" };
  return { ...file, headers: { ...headers, ...file.headers } };
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*, authorization",
  "access-control-expose-headers": "*",
  "access-control-allow-methods": "GET, POST, PUT, PATCH, OPTIONS",
};

/** Uploads in progress, by id: the file's path in Storage and its content type. */
const uploads = new Map<string, { path: string; type: string }>();

/** Responds as Auth or Storage. Returns `null` for a request to Firestore. */
function answerService(logbook: Logbook, request: IncomingMessage, body: Buffer): HttpResponse | null {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://services");
  const withCors = (response: HttpResponse): HttpResponse => ({
    ...response,
    headers: { ...response.headers, ...CORS },
  });
  if (request.method === "OPTIONS") return withCors({ status: 204, headers: {}, body: "" });
  if (pathname.startsWith("/google.firestore.")) return null;
  if (pathname.startsWith("/v0/b/")) return withCors(answerUpload(logbook, request, searchParams, body));
  return withCors(answerAuth(logbook, pathname, body));
}

/** Responds to a request to renew an ID token, to log in with a custom token, or to look up the user of an ID token. */
function answerAuth(logbook: Logbook, path: string, body: Buffer): HttpResponse {
  const refusal = jsonResponse({ error: { code: 400, message: "INVALID_ID_TOKEN" } }, 400);
  if (path.endsWith("/token")) {
    const refreshToken = new URLSearchParams(body.toString()).get("refresh_token") ?? "";
    const session = logbook.sessionOf(refreshToken);
    if (session === null) return refusal;
    const { member, idToken } = session;
    const tokens = { access_token: idToken, id_token: idToken, refresh_token: `refresh:${member.id}` };
    return jsonResponse({ ...tokens, expires_in: "3600", token_type: "Bearer", user_id: member.id, project_id: "1" });
  }
  const credentials = JSON.parse(body.toString()) as { token?: string; idToken?: string };
  if (path.endsWith("accounts:signInWithCustomToken")) {
    const session = logbook.sessionOf(credentials.token ?? "");
    if (session === null) return refusal;
    const { member, idToken } = session;
    return jsonResponse({ idToken, refreshToken: `refresh:${member.id}`, expiresIn: "3600", isNewUser: false });
  }
  // The only other request is `accounts:lookup`.
  const member = logbook.memberOf(credentials.idToken ?? null);
  if (member === null) return refusal;
  const createdMs = String(Date.parse(member.createdAt));
  return jsonResponse({
    users: [
      { localId: member.id, lastLoginAt: createdMs, createdAt: createdMs, validSince: "0", providerUserInfo: [] },
    ],
  });
}

/**
 * Responds to an upload as Storage. A small file comes in one request with parts (multipart). A larger file comes in
 * two requests: the first has its name and content type and gets an upload id, the second has its bytes.
 */
function answerUpload(logbook: Logbook, request: IncomingMessage, query: URLSearchParams, body: Buffer): HttpResponse {
  const storeFile = (path: string, type: string, bytes: Buffer): HttpResponse => {
    logbook.storeFile(path, { type, bytes });
    return jsonResponse({ name: path, bucket: "fake", contentType: type, size: String(bytes.length) });
  };
  const path = query.get("name") ?? "";
  if (request.headers["x-goog-upload-protocol"] === "multipart") {
    const [, boundary = ""] = /boundary=(.+)$/.exec(request.headers["content-type"] ?? "") ?? [];
    // Latin-1 keeps each byte of the file as one character.
    const [, metadata = "", file = ""] = body.toString("latin1").split(`--${boundary}`);
    // In a part, an empty line separates headers and content, and a line break follows the content.
    const contentOf = (part: string): string => part.slice(part.indexOf("\r\n\r\n") + 4, -2);
    const { contentType } = JSON.parse(contentOf(metadata)) as { contentType: string };
    return storeFile(path, contentType, Buffer.from(contentOf(file), "latin1"));
  }
  const uploadId = query.get("upload_id");
  if (uploadId === null) {
    const { contentType } = JSON.parse(body.toString()) as { contentType: string };
    const newId = randomUUID();
    uploads.set(newId, { path, type: contentType });
    const uploadUrl = `http://${request.headers.host}${request.url}&upload_id=${newId}`;
    return { ...jsonResponse({}), headers: { "x-goog-upload-url": uploadUrl, "x-goog-upload-status": "active" } };
  }
  const upload = uploads.get(uploadId)!;
  const response = storeFile(upload.path, upload.type, body);
  return { ...response, headers: { ...response.headers, "x-goog-upload-status": "final" } };
}
