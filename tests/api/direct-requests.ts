import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { LIMITS } from "@logbook/domain";
import type { Person } from "../support/actors.ts";
import { AUTH, BUCKET, FIRESTORE, PROJECT, STORAGE } from "../support/suite.ts";

/** A response; `body` is the parsed JSON, or the text if it is not JSON. */
export interface RawResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test may look at any part of a response
  body: any;
}

interface RawRequest {
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Sends an HTTP request with its path unchanged; `fetch` would remove `..`. */
export function sendRaw(
  method: string,
  origin: string,
  path: string,
  { headers, body }: RawRequest = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const clientRequest = request({ method, hostname, port, path, headers: headers ?? {} }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      const responseHeaders = new Headers(
        Object.entries(response.headersDistinct).map(([name, values]) => [name, String(values)]),
      );
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: responseHeaders, body: parseJsonOrText(text) }),
      );
      response.on("error", reject);
    });
    clientRequest.on("error", reject);
    clientRequest.end(body);
  });
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const JSON_BODY = { "content-type": "application/json" };

/** The full name of a document is this root, a slash and the document's path. */
export const DOCUMENTS = `projects/${PROJECT}/databases/(default)/documents`;

/** Calls Firestore's REST API with a user's token. `path` comes after the root of all documents: `/boards/main`. */
export async function callFirestore(
  person: Person | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<RawResponse> {
  return await sendRaw(method, FIRESTORE, `/v1/${DOCUMENTS}${path}`, {
    headers: { ...JSON_BODY, ...(person !== null && { authorization: `Bearer ${person.idToken}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Commits writes as a user, or without a token. Returns the HTTP status. */
export async function commit(person: Person | null, writes: readonly object[]): Promise<number> {
  return (await callFirestore(person, "POST", ":commit", { writes })).status;
}

/** Calls Storage's API with a user's token. `path` comes after the bucket's `/o`, such as `/{object}?alt=media`. */
export function callStorage(
  person: Person | null,
  method: string,
  path: string,
  options: RawRequest = {},
): Promise<RawResponse> {
  const headers: Record<string, string> = { ...options.headers };
  if (person !== null) headers.authorization ??= `Firebase ${person.idToken}`;
  return sendRaw(method, STORAGE, `/v0/b/${BUCKET}/o${path}`, { ...options, headers });
}

/** Calls a method of Auth's API such as `signUp`, as anyone can with the project's public key. */
export function callAuth(method: string, body: object): Promise<RawResponse> {
  return sendRaw("POST", AUTH, `/identitytoolkit.googleapis.com/v1/accounts:${method}?key=emulator`, {
    headers: JSON_BODY,
    body: JSON.stringify(body),
  });
}

/** A value in the format of Firestore's REST API. */
export type FirestoreValue = Record<string, unknown>;

export const textValue = (value: string): FirestoreValue => ({ stringValue: value });

/** Sets a field to the time of the commit. */
export const serverTime = (fieldPath: string): object => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** A write of some fields of a document, or of `times`, which are set to the time of the commit. */
export const changeWrite = (path: string, fields: Record<string, FirestoreValue>, times: string[] = []): object => ({
  update: { name: `${DOCUMENTS}/${path}`, fields },
  updateMask: { fieldPaths: Object.keys(fields) },
  updateTransforms: times.map(serverTime),
});

/** The writes that the rules need beside a report's: the board's, which names the event, and the event's. */
function eventWrites(id: string, person: Person, event: Record<string, FirestoreValue>): object[] {
  const eventId = randomUUID();
  const board = changeWrite("boards/main", { issueId: textValue(id), event: textValue(eventId) }, ["changedAt"]);
  const author = { issueId: textValue(id), by: textValue(person.uid), byName: textValue(person.username) };
  return [
    {
      ...board,
      updateTransforms: [{ fieldPath: "revision", increment: { integerValue: "1" } }, serverTime("changedAt")],
    },
    {
      update: { name: `${DOCUMENTS}/history/${eventId}`, fields: { ...author, ...event } },
      updateTransforms: [serverTime("at")],
    },
  ];
}

/** The complete writes of a status step, as the rules need them from an admin. The first one changes the report. */
export function stepWrites(id: string, person: Person, from: string, to: string): object[] {
  const fields = { status: textValue(to), handledByAdmin: { booleanValue: true }, updatedBy: textValue(person.uid) };
  return [
    changeWrite(`issues/${id}`, fields, ["updatedAt"]),
    ...eventWrites(id, person, { kind: textValue("status"), from: textValue(from), to: textValue(to) }),
  ];
}

/** The complete writes of a report's deletion, as the rules need them from an admin. */
export async function deletionWrites(id: string, person: Person): Promise<object[]> {
  // The emulator applies no rules to calls with the token `owner`.
  const { body } = await callFirestore({ ...person, idToken: "owner" }, "GET", `/issues/${id}`);
  const { number, title, status } = body.fields;
  const entry = {
    issue: { mapValue: { fields: body.fields } },
    deletedBy: textValue(person.uid),
    purgeAt: { timestampValue: new Date(Date.now() + LIMITS.trashDays * 86_400_000).toISOString() },
  };
  const report = { mapValue: { fields: { number, title } } };
  return [
    { delete: `${DOCUMENTS}/issues/${id}` },
    { update: { name: `${DOCUMENTS}/trash/${id}`, fields: entry }, updateTransforms: [serverTime("deletedAt")] },
    ...eventWrites(id, person, { kind: textValue("deleted"), from: status, to: { nullValue: null }, report }),
  ];
}
