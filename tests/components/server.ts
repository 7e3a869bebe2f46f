import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type HeaderRule, headersFor, widenPolicy } from "../../bench/src/browser/hosting-headers.ts";
import { fillConfigBlock } from "../../suite/launcher/page-config.ts";
import { createLogbook, type Logbook } from "./logbook.ts";

/** A server of the built page, with a logbook in memory behind its API and without emulators. */
export interface FakeApi {
  origin: string;
  logbook: Logbook;
  /** Headers of the page, by lower-case name, with which a test overrides those of firebase.json. */
  pageHeaders: Record<string, string>;
  /** The page's requests to Auth, Firestore and Storage: their paths and Referer headers. */
  serviceCalls: { path: string; referer: string | undefined }[];
  close(): void;
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
};

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Serves the built page with the headers of firebase.json and the API of a new logbook. A second origin answers
 * requests to Auth and Storage, but none to Firestore, so the page's listener to the board never receives anything.
 */
export async function startFakeApi(): Promise<FakeApi> {
  const logbook = createLogbook();
  const serviceCalls: FakeApi["serviceCalls"] = [];
  const services = await listen((request, body) => {
    if (request.method !== "OPTIONS") serviceCalls.push({ path: request.url ?? "", referer: request.headers.referer });
    return answerService(logbook, request, body);
  });
  const rules = widenPolicy(hostingRules(), [services.origin]);
  const files = pageFiles(services.origin);
  const pageHeaders: Record<string, string> = {};
  const page = await listen(async (request, body) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://page");
    if (!pathname.startsWith("/api/"))
      return sendFile(files, pathname, { ...headersFor(pathname, rules), ...pageHeaders });
    const answer = logbook.answer({
      method: request.method ?? "GET",
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: body.length === 0 ? undefined : JSON.parse(body.toString()),
      token: /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null,
    });
    if ("file" in answer) {
      const disposition = answer.file.type === "image/jpeg" ? "inline" : "attachment";
      const headers = { "content-type": answer.file.type, "content-disposition": disposition };
      return { status: 200, headers, body: answer.file.bytes };
    }
    return json(answer.body, answer.status);
  });
  return {
    origin: page.origin,
    logbook,
    pageHeaders,
    serviceCalls,
    close() {
      for (const { server } of [page, services]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

const json = (body: object, status = 200): Reply => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

/** Starts a server on a free port; a request for which `answer` returns `null` never gets a response. */
async function listen(
  answer: (request: IncomingMessage, body: Buffer) => Promise<Reply | null>,
): Promise<{ origin: string; server: Server }> {
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = await answer(request, Buffer.concat(chunks));
    if (reply !== null) response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function hostingRules(): HeaderRule[] {
  return (JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as { hosting: { headers: HeaderRule[] } }).hosting
    .headers;
}

/** The files of the built page by path, with the configuration filled in. */
function pageFiles(services: string): Map<string, Reply> {
  const folder = inRoot("web/dist");
  const config = {
    projectId: "demo-fake",
    apiKey: "fake",
    authDomain: "fake.invalid",
    storageBucket: "fake",
    appId: "fake",
    emulators: { auth: services, firestore: new URL(services).host, storage: services },
  };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = `/${relative(folder, path)}`;
      const plain = readFileSync(path);
      const body = name === "/index.html" ? fillConfigBlock(plain.toString(), config) : plain;
      return [
        name,
        { status: 200, headers: { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }, body },
      ];
    }),
  );
}

async function sendFile(files: Map<string, Reply>, path: string, headers: Record<string, string>): Promise<Reply> {
  const file = files.get(path) ?? (path.startsWith("/assets/") ? undefined : files.get("/index.html"));
  return file === undefined
    ? { status: 404, headers, body: "Not found" }
    : { ...file, headers: { ...headers, ...file.headers } };
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*, authorization",
  "access-control-expose-headers": "*",
  "access-control-allow-methods": "GET, POST, PUT, PATCH, OPTIONS",
};

/** Uploads in progress, by id: the file's path in Storage and its type. */
const uploads = new Map<string, { path: string; type: string }>();

/** Answers the calls of Auth and Storage that the page makes. */
async function answerService(logbook: Logbook, request: IncomingMessage, body: Buffer): Promise<Reply | null> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://services");
  const withCors = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, ...CORS } });
  if (request.method === "OPTIONS") return withCors({ status: 204, headers: {}, body: "" });
  if (pathname.startsWith("/google.firestore.")) return null;
  if (pathname.startsWith("/v0/b/")) return withCors(answerUpload(logbook, request, searchParams, body));
  return withCors(answerAuth(logbook, pathname, body));
}

function answerAuth(logbook: Logbook, path: string, body: Buffer): Reply {
  const refused = json({ error: { code: 400, message: "INVALID_ID_TOKEN" } }, 400);
  if (path.endsWith("/token")) {
    const session = logbook.sessionOf(new URLSearchParams(body.toString()).get("refresh_token") ?? "");
    if (session === null) return refused;
    const { member, idToken } = session;
    const tokens = { access_token: idToken, id_token: idToken, refresh_token: `refresh:${member.id}` };
    return json({ ...tokens, expires_in: "3600", token_type: "Bearer", user_id: member.id, project_id: "1" });
  }
  const credentials = JSON.parse(body.toString()) as { token?: string; idToken?: string };
  if (path.endsWith("accounts:signInWithCustomToken")) {
    const session = logbook.sessionOf(credentials.token ?? "");
    if (session === null) return refused;
    const { member, idToken } = session;
    return json({ idToken, refreshToken: `refresh:${member.id}`, expiresIn: "3600", isNewUser: false });
  }
  const member = logbook.memberOf(credentials.idToken ?? null);
  if (member === null) return refused;
  const createdMs = String(Date.parse(member.createdAt));
  return json({
    users: [
      { localId: member.id, lastLoginAt: createdMs, createdAt: createdMs, validSince: "0", providerUserInfo: [] },
    ],
  });
}

/** Answers Storage's uploads: a small file in one request; of a larger one first its name and type, then its bytes. */
function answerUpload(logbook: Logbook, request: IncomingMessage, query: URLSearchParams, body: Buffer): Reply {
  const path = query.get("name") ?? "";
  const storeFile = (path: string, type: string, bytes: Buffer): Reply => {
    logbook.storeFile(path, { type, bytes });
    return json({ name: path, bucket: "fake", contentType: type, size: String(bytes.length) });
  };
  if (request.headers["x-goog-upload-protocol"] === "multipart") {
    const [, boundary = ""] = /boundary=(.+)$/.exec(request.headers["content-type"] ?? "") ?? [];
    const [, metadata = "", ...file] = body.toString("latin1").split(`--${boundary}`);
    const contentOf = (part: string): string => part.slice(part.indexOf("\r\n\r\n") + 4, -2);
    const { contentType } = JSON.parse(contentOf(metadata)) as { contentType: string };
    return storeFile(path, contentType, Buffer.from(contentOf(file[0] ?? ""), "latin1"));
  }
  const id = query.get("upload_id");
  if (id === null) {
    const { contentType } = JSON.parse(body.toString()) as { contentType: string };
    const upload = randomUUID();
    uploads.set(upload, { path, type: contentType });
    const address = `http://${request.headers.host}${request.url}&upload_id=${upload}`;
    return { ...json({}), headers: { "x-goog-upload-url": address, "x-goog-upload-status": "active" } };
  }
  const upload = uploads.get(id)!;
  const reply = storeFile(upload.path, upload.type, body);
  return { ...reply, headers: { ...reply.headers, "x-goog-upload-status": "final" } };
}
