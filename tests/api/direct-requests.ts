import { request } from "node:http";
import { DETAIL_FIELDS } from "@logbook/domain";
import type { Person } from "../support/actors.ts";
import { AUTH, BUCKET, FIRESTORE, PROJECT, STORAGE } from "../support/suite.ts";

/** The response of Firestore, Storage or Auth to a client that bypasses the API. */
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
  return new Promise((done, fail) => {
    const outgoing = request({ method, hostname, port, path, headers: headers ?? {} }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      const headers = new Headers(Object.entries(response.headersDistinct).map(([name, all]) => [name, String(all)]));
      response.on("end", () => done({ status: response.statusCode ?? 0, headers, body: parseIfJson(text) }));
      response.on("error", fail);
    });
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const JSON_BODY = { "content-type": "application/json" };

/** The beginning of every document's full name. */
export const DOCUMENTS = `projects/${PROJECT}/databases/(default)/documents`;

/** Calls Firestore's REST API with a user's token; `path` follows the root of all documents. */
export async function callFirestore(
  person: Person | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<RawResponse> {
  return await callStore(PROJECT, person && `Bearer ${person.idToken}`, method, path, body);
}

/** Commits writes as a user; returns the HTTP status. */
export async function commit(person: Person | null, writes: readonly object[]): Promise<number> {
  return (await callFirestore(person, "POST", ":commit", { writes })).status;
}

const OPEN_PROJECT = `${PROJECT}-open`;
const OPEN_RULES = `rules_version = '2';
service cloud.firestore { match /databases/{db}/documents/{any=**} { allow read, write: if true; } }`;

/** A Firestore project with rules that allow everything: a call that fails here too is not refused by the rules. */
export const openStore = {
  async open(): Promise<void> {
    const rules = { rules: { files: [{ name: "firestore.rules", content: OPEN_RULES }] } };
    const { status } = await sendRaw("PUT", FIRESTORE, `/emulator/v1/projects/${OPEN_PROJECT}:securityRules`, {
      headers: JSON_BODY,
      body: JSON.stringify(rules),
    });
    if (status !== 200) throw new Error(`The open project did not accept its rules: ${status}.`);
  },

  /** Copies a document from the suite's project, if it exists there. */
  async copy(path: string): Promise<void> {
    const { status, body } = await callStore(PROJECT, "Bearer owner", "GET", `/${path}`);
    if (status === 200) await callStore(OPEN_PROJECT, "Bearer owner", "PATCH", `/${path}`, { fields: body.fields });
  },

  async call(person: Person | null, method: string, path: string, body?: unknown): Promise<RawResponse> {
    return await callStore(OPEN_PROJECT, person && `Bearer ${person.idToken}`, method, path, body);
  },
};

/** A placeholder for the number that a new report has to have; `callStore` replaces it. */
const NEXT_NUMBER = "next number";

async function callStore(
  project: string,
  authorization: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<RawResponse> {
  const documents = DOCUMENTS.replace(PROJECT, project);
  if (JSON.stringify(body)?.includes(NEXT_NUMBER)) {
    const board = await callStore(project, "Bearer owner", "GET", "/boards/main");
    const next = Number(board.body.fields?.lastNumber?.integerValue ?? 0) + 1;
    return callStore(project, authorization, method, path, withNumber(body, next));
  }
  return sendRaw(method, FIRESTORE, `/v1/${documents}${path}`, {
    headers: { ...JSON_BODY, ...(authorization !== null && { authorization }) },
    ...(body !== undefined && { body: JSON.stringify(body).replaceAll(DOCUMENTS, documents) }),
  });
}

const withNumber = (body: unknown, number: number): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(NEXT_NUMBER, String(number)));

/** Calls Storage's API with a user's token; `path` follows the bucket's list of objects. */
export function callStorage(
  person: Person | null,
  method: string,
  path: string,
  sent: RawRequest = {},
): Promise<RawResponse> {
  const token: Record<string, string> = person === null ? {} : { authorization: `Firebase ${person.idToken}` };
  return sendRaw(method, STORAGE, `/v0/b/${BUCKET}/o${path}`, { ...sent, headers: { ...token, ...sent.headers } });
}

/** Calls Auth's API, as anyone can with the project's public key. */
export function callAuth(method: string, body: object): Promise<RawResponse> {
  return sendRaw("POST", AUTH, `/identitytoolkit.googleapis.com/v1/accounts:${method}?key=emulator`, {
    headers: JSON_BODY,
    body: JSON.stringify(body),
  });
}

type Value = Record<string, unknown>;

/** Values in the format of Firestore's REST API. */
export const text = (value: string): Value => ({ stringValue: value });
export const integer = (value: number): Value => ({ integerValue: String(value) });
export const map = (fields: Record<string, Value>): Value => ({ mapValue: { fields } });
export const list = (...values: Value[]): Value => ({ arrayValue: { values } });

/** The fields of a valid report, without its times. */
export function reportFields(person: Person, overrides: Record<string, Value> = {}): Record<string, Value> {
  return {
    ...Object.fromEntries([...DETAIL_FIELDS, "lastAmendment"].map((field) => [field, text("")])),
    number: { integerValue: NEXT_NUMBER },
    type: text("bug"),
    title: text("Straight at Firestore"),
    description: text("Not through the API."),
    status: text("OPEN"),
    priority: text("LOW"),
    reporterId: text(person.uid),
    reporter: text(person.username),
    updatedBy: text(person.uid),
    attachments: list(),
    amendments: map({}),
    ...overrides,
  };
}

const serverTime = (fieldPath: string): object => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** The write that creates a report, with the server's times. */
export function createWrite(id: string, fields: Record<string, Value>, overrides: object = {}): object {
  return {
    update: { name: `${DOCUMENTS}/issues/${id}`, fields },
    updateTransforms: [serverTime("createdAt"), serverTime("updatedAt")],
    currentDocument: { exists: false },
    ...overrides,
  };
}

/** The change of some fields of a report, with the stamps that the rules need. */
export function changeWrite(id: string, person: Person, fields: Record<string, Value>, overrides: object = {}): object {
  const changedFields = { ...fields, updatedBy: text(person.uid) };
  return {
    update: { name: `${DOCUMENTS}/issues/${id}`, fields: changedFields },
    updateMask: { fieldPaths: Object.keys(changedFields) },
    updateTransforms: [serverTime("updatedAt")],
    currentDocument: { exists: true },
    ...overrides,
  };
}

/** An amendment, with the stamps that the rules need. */
export function amendWrite(id: string, person: Person, amendment: Record<string, Value>, key = "note"): object {
  const fields = { createdBy: text(person.username), createdById: text(person.uid), ...amendment };
  const name = `amendments.\`${key}\``;
  return {
    update: {
      name: `${DOCUMENTS}/issues/${id}`,
      fields: { amendments: map({ [key]: map(fields) }), lastAmendment: text(key), updatedBy: text(person.uid) },
    },
    updateMask: { fieldPaths: [name, "lastAmendment", "updatedBy"] },
    updateTransforms: [serverTime(`${name}.createdAt`), serverTime("updatedAt")],
    currentDocument: { exists: true },
  };
}

/** The move of the board that the rules need with every write of a report. */
export function boardWrite(id: string, overrides: object = {}): object {
  return {
    update: { name: `${DOCUMENTS}/boards/main`, fields: { issueId: text(id) } },
    updateMask: { fieldPaths: ["issueId"] },
    updateTransforms: [{ fieldPath: "revision", increment: integer(1) }, serverTime("changedAt")],
    currentDocument: { exists: true },
    ...overrides,
  };
}

/** A move of the board that also counts a new report. */
export function countWrite(id: string): object {
  return boardWrite(id, {
    update: {
      name: `${DOCUMENTS}/boards/main`,
      fields: { issueId: text(id), lastNumber: { integerValue: NEXT_NUMBER } },
    },
    updateMask: { fieldPaths: ["issueId", "lastNumber"] },
  });
}
