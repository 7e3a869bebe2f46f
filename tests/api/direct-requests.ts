import { request } from "node:http";
import { DETAIL_FIELDS } from "@logbook/domain";
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
  return await callStore(PROJECT, person && `Bearer ${person.idToken}`, method, path, body);
}

/** Commits writes as a user, or without a token. Returns the HTTP status. */
export async function commit(person: Person | null, writes: readonly object[]): Promise<number> {
  return (await callFirestore(person, "POST", ":commit", { writes })).status;
}

/** The emulator applies no rules to calls with this token. */
const OWNER = "Bearer owner";

const OPEN_PROJECT = `${PROJECT}-open`;
const OPEN_RULES = `rules_version = '2';
service cloud.firestore { match /databases/{db}/documents/{any=**} { allow read, write: if true; } }`;

/** A Firestore project whose rules allow everything: a call that only succeeds here is refused by the rules. */
export const openStore = {
  async loadRules(): Promise<void> {
    const rules = { rules: { files: [{ name: "firestore.rules", content: OPEN_RULES }] } };
    const { status } = await sendRaw("PUT", FIRESTORE, `/emulator/v1/projects/${OPEN_PROJECT}:securityRules`, {
      headers: JSON_BODY,
      body: JSON.stringify(rules),
    });
    if (status !== 200) throw new Error(`The open project did not accept its rules: ${status}.`);
  },

  /** Copies a document from the suite's project, if it exists there. */
  async copy(path: string): Promise<void> {
    const { status, body } = await callStore(PROJECT, OWNER, "GET", `/${path}`);
    if (status === 200) await callStore(OPEN_PROJECT, OWNER, "PATCH", `/${path}`, { fields: body.fields });
  },

  async call(person: Person | null, method: string, path: string, body?: unknown): Promise<RawResponse> {
    return await callStore(OPEN_PROJECT, person && `Bearer ${person.idToken}`, method, path, body);
  },
};

/** A placeholder in a body for the number that a new report must have; `callStore` replaces it. */
const NEXT_NUMBER = "next number";

/** Calls Firestore's REST API in a project. Document names in the body are changed to names in this project. */
async function callStore(
  project: string,
  authorization: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<RawResponse> {
  const projectDocuments = DOCUMENTS.replace(PROJECT, project);
  if (JSON.stringify(body)?.includes(NEXT_NUMBER)) {
    const board = await callStore(project, OWNER, "GET", "/boards/main");
    const nextNumber = Number(board.body.fields?.lastNumber?.integerValue ?? 0) + 1;
    return callStore(project, authorization, method, path, withNumber(body, nextNumber));
  }
  return sendRaw(method, FIRESTORE, `/v1/${projectDocuments}${path}`, {
    headers: { ...JSON_BODY, ...(authorization !== null && { authorization }) },
    ...(body !== undefined && { body: JSON.stringify(body).replaceAll(DOCUMENTS, projectDocuments) }),
  });
}

const withNumber = (body: unknown, number: number): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(NEXT_NUMBER, String(number)));

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
export const integerValue = (value: number): FirestoreValue => ({ integerValue: String(value) });
export const mapValue = (fields: Record<string, FirestoreValue>): FirestoreValue => ({ mapValue: { fields } });
export const listValue = (...values: FirestoreValue[]): FirestoreValue => ({ arrayValue: { values } });

/** The fields of a valid report, without its times. */
export function reportFields(
  person: Person,
  overrides: Record<string, FirestoreValue> = {},
): Record<string, FirestoreValue> {
  return {
    ...Object.fromEntries([...DETAIL_FIELDS, "lastAmendment"].map((field) => [field, textValue("")])),
    number: { integerValue: NEXT_NUMBER },
    type: textValue("bug"),
    title: textValue("Straight at Firestore"),
    description: textValue("Not through the API."),
    status: textValue("OPEN"),
    priority: textValue("LOW"),
    reporterId: textValue(person.uid),
    reporter: textValue(person.username),
    updatedBy: textValue(person.uid),
    attachments: listValue(),
    amendments: mapValue({}),
    ...overrides,
  };
}

/** Sets a field to the time of the commit. */
export const serverTime = (fieldPath: string): object => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** A write that creates a report, with the server's times. */
export function createWrite(id: string, fields: Record<string, FirestoreValue>, overrides: object = {}): object {
  return {
    update: { name: `${DOCUMENTS}/issues/${id}`, fields },
    updateTransforms: [serverTime("createdAt"), serverTime("updatedAt")],
    currentDocument: { exists: false },
    ...overrides,
  };
}

/** A write that changes some fields of a report, with the stamps that the rules need. */
export function changeWrite(
  id: string,
  person: Person,
  fields: Record<string, FirestoreValue>,
  overrides: object = {},
): object {
  const changedFields = { ...fields, updatedBy: textValue(person.uid) };
  return {
    update: { name: `${DOCUMENTS}/issues/${id}`, fields: changedFields },
    updateMask: { fieldPaths: Object.keys(changedFields) },
    updateTransforms: [serverTime("updatedAt")],
    currentDocument: { exists: true },
    ...overrides,
  };
}

/** A write that adds an amendment to the report `id`, with the stamps that the rules need. */
export function amendWrite(
  id: string,
  person: Person,
  amendment: Record<string, FirestoreValue>,
  amendmentId = "note",
) {
  const fields = { createdBy: textValue(person.username), createdById: textValue(person.uid), ...amendment };
  // Firestore needs backticks around an id that contains characters such as `-`.
  const fieldPath = `amendments.\`${amendmentId}\``;
  return {
    update: {
      name: `${DOCUMENTS}/issues/${id}`,
      fields: {
        amendments: mapValue({ [amendmentId]: mapValue(fields) }),
        lastAmendment: textValue(amendmentId),
        updatedBy: textValue(person.uid),
      },
    },
    updateMask: { fieldPaths: [fieldPath, "lastAmendment", "updatedBy"] },
    updateTransforms: [serverTime(`${fieldPath}.createdAt`), serverTime("updatedAt")],
    currentDocument: { exists: true },
  };
}

/** A write that moves the board (raises its revision). The rules need it with every write of a report. */
export function boardWrite(id: string, overrides: object = {}): object {
  return {
    update: { name: `${DOCUMENTS}/boards/main`, fields: { issueId: textValue(id) } },
    updateMask: { fieldPaths: ["issueId"] },
    updateTransforms: [{ fieldPath: "revision", increment: integerValue(1) }, serverTime("changedAt")],
    currentDocument: { exists: true },
    ...overrides,
  };
}

/** A write that moves the board for a new report, which also gets the next number. */
export function boardWriteForNewReport(id: string): object {
  return boardWrite(id, {
    update: {
      name: `${DOCUMENTS}/boards/main`,
      fields: { issueId: textValue(id), lastNumber: { integerValue: NEXT_NUMBER } },
    },
    updateMask: { fieldPaths: ["issueId", "lastNumber"] },
  });
}
