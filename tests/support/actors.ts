import type { User, WireIssue } from "@logbook/domain";
import { AUTH, auth, BUCKET, db, ORIGIN, STORAGE, uniqueId } from "./suite.ts";

/** An API response; `body` is the parsed JSON, or the text if it is not JSON. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test may look at any part of a response
  body: any;
}

export interface Person {
  uid: string;
  username: string;
  password: string;
  idToken: string;
}

interface CallOptions {
  /** The API's origin, by default `apiOrigin()`. */
  origin?: string;
  /** The caller; `token` replaces their ID token. */
  as?: Person | undefined;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The API's origin: that of `served-api.ts`, otherwise Hosting. */
const apiOrigin = (): string => process.env.LOGBOOK_API_URL ?? ORIGIN;

/** Calls the API. A `body` that is a string is sent unchanged, anything else as JSON. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> {
  const headers: Record<string, string> = {};
  const token = options.token ?? options.as?.idToken;
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`${options.origin ?? apiOrigin()}${path}`, {
    method,
    headers: { ...headers, ...options.headers },
    ...(options.body !== undefined && {
      body: typeof options.body === "string" ? options.body : JSON.stringify(options.body),
    }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parseJsonOrText(text) };
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends a POST request; throws unless the status is 201. */
async function postToCreate(path: string, options: CallOptions): Promise<ApiResponse["body"]> {
  const { status, body } = await call("POST", path, options);
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Exchanges the API's custom token for an ID token, as the page does. */
export async function getIdToken(customToken: string): Promise<string> {
  const response = await fetch(
    `${AUTH}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=emulator`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: customToken, returnSecureToken: true }),
    },
  );
  const { idToken } = (await response.json()) as { idToken: string };
  return idToken;
}

/** Opens a session without a login at the API, which would check the password and count the login. */
export async function openSession(uid: string): Promise<string> {
  return await getIdToken(await auth.createCustomToken(uid, { opened: Math.floor(Date.now() / 1000) }));
}

/** Registers and signs in a new member. */
export const newMember = (username?: string): Promise<Person> => registerAt(apiOrigin(), username);

export async function newAdmin(username?: string): Promise<Person> {
  return await makeAdmin(await newMember(username));
}

/** Registers and signs in a new member at an API. */
export async function registerAt(origin: string, username = uniqueId("m")): Promise<Person> {
  const password = "correct horse";
  const body = await postToCreate("/api/auth/register", { origin, body: { username, password } });
  const user = body.user as User;
  return { uid: user.id, username, password, idToken: await getIdToken(body.token as string) };
}

export async function makeAdmin(person: Person): Promise<Person> {
  await db.doc(`members/${person.uid}`).update({ isAdmin: true });
  return person;
}

/** Stores a member without the API, which takes long to make a password. They cannot log in again. */
export async function storeMember(): Promise<Person> {
  const [uid, username] = [uniqueId("uid"), uniqueId("m")];
  await db.doc(`members/${uid}`).set({ username, isAdmin: false, disabled: false, validSince: new Date(0) });
  return { uid, username, password: "", idToken: await openSession(uid) };
}

/** Creates an account in Auth that has a valid token but no member document. */
export async function newStranger(): Promise<Person> {
  const { uid } = await auth.createUser({ email: `${uniqueId("s")}@example.org`, password: "correct horse" });
  const idToken = await openSession(uid);
  return { uid, username: "stranger", password: "correct horse", idToken };
}

/** The body of a request that files a report: an id and the required fields, unless `overrides` changes them. */
export function reportBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: uniqueId("r"),
    type: "bug",
    title: "The login button does nothing",
    description: "See title.",
    ...overrides,
  };
}

export async function fileReport(
  person: Person,
  overrides: Record<string, unknown> = {},
  origin = ORIGIN,
): Promise<WireIssue> {
  return (await postToCreate("/api/issues", { origin, as: person, body: reportBody(overrides) })).issue as WireIssue;
}

/** Uploads a file as the page does, under Storage's rules. Returns the HTTP status. */
export async function upload(
  person: Person | null,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<number> {
  const headers: Record<string, string> = { "content-type": contentType };
  if (person !== null) headers.authorization = `Firebase ${person.idToken}`;
  const uploadUrl = `${STORAGE}/v0/b/${BUCKET}/o?uploadType=media&name=${encodeURIComponent(path)}`;
  const response = await fetch(uploadUrl, { method: "POST", headers, body: bytes });
  await response.arrayBuffer();
  return response.status;
}
