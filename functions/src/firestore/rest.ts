import { projectId } from "../http/environment.ts";
import { sendRequest } from "../http/http-client.ts";
import { REQUEST_TIMEOUT_MS } from "../http/timeout.ts";
import type { RestFields } from "./values.ts";

/** Why Firestore did not execute a call, as a google.rpc.Code; `UNAVAILABLE` also if Firestore did not answer. */
export type Refusal =
  | "PERMISSION_DENIED"
  | "UNAUTHENTICATED"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "ABORTED"
  | "FAILED_PRECONDITION"
  | "UNAVAILABLE";

/** The result of a call, or the reason why Firestore did not execute it. */
export type Outcome<T> = T | { refusal: Refusal };

/** Thrown when Firestore calls a request malformed. This is a bug of ours, unless a document would become too large. */
export class MalformedRequest extends Error {
  override name = "MalformedRequest";
}

export interface Credentials {
  /** The caller's ID token, which the rules check, or the function's own access token, which bypasses the rules. */
  token: string;
  appCheck: string | undefined;
}

/** A document in Firestore's REST API; `updateTime` has microseconds and serves as its version. */
export interface RestDocument {
  name: string;
  fields?: RestFields;
  createTime: string;
  updateTime: string;
}

// A code that is not listed is an outage if the HTTP status is 500 or more, otherwise a bug of ours.
const REFUSALS: Record<string, Refusal> = {
  PERMISSION_DENIED: "PERMISSION_DENIED",
  UNAUTHENTICATED: "UNAUTHENTICATED",
  NOT_FOUND: "NOT_FOUND",
  ALREADY_EXISTS: "ALREADY_EXISTS",
  ABORTED: "ABORTED",
  FAILED_PRECONDITION: "FAILED_PRECONDITION",
  UNAVAILABLE: "UNAVAILABLE",
  DEADLINE_EXCEEDED: "UNAVAILABLE",
  RESOURCE_EXHAUSTED: "UNAVAILABLE",
  CANCELLED: "UNAVAILABLE",
  INTERNAL: "UNAVAILABLE",
  UNKNOWN: "UNAVAILABLE",
};

function documentsRoot(): string {
  return `projects/${projectId()}/databases/(default)/documents`;
}

/** The path of a call that concerns several documents, such as a commit. */
export function documentsResource(method: "commit" | "batchGet" | "runQuery" | "runAggregationQuery"): string {
  return `${documentsRoot()}:${method}`;
}

/** The full name of a document; `path` is like `issues/abc`. */
export function documentName(path: string): string {
  return `${documentsRoot()}/${path}`;
}

/** The id at the end of a document's full name. */
export function documentId(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Calls Firestore's REST API. Throws a `MalformedRequest` when Firestore calls the request itself malformed. */
export async function callFirestore<T>(
  credentials: Credentials,
  method: "GET" | "POST",
  resource: string,
  body?: object,
): Promise<Outcome<{ result: T }>> {
  const emulatorHost = process.env.FIRESTORE_EMULATOR_HOST;
  const origin = emulatorHost ? `http://${emulatorHost}` : "https://firestore.googleapis.com";
  const headers: Record<string, string> = { authorization: `Bearer ${credentials.token}` };
  if (credentials.appCheck !== undefined) headers["x-firebase-appcheck"] = credentials.appCheck;
  if (body !== undefined) headers["content-type"] = "application/json";

  let status: number;
  let result: unknown;
  try {
    const response = await sendRequest(
      `${origin}/v1/${resource}`,
      // If a commit arrived twice, Firestore would refuse the second one, as if another user had changed the report.
      { method, headers, body: body && JSON.stringify(body), isIdempotent: resource !== documentsResource("commit") },
      REQUEST_TIMEOUT_MS,
    );
    status = response.status;
    result = JSON.parse(response.text);
  } catch {
    return { refusal: "UNAVAILABLE" };
  }
  if (status >= 200 && status < 300) return { result: result as T };
  const code = (result as { error?: { status?: unknown } } | null)?.error?.status;
  const refusal = typeof code === "string" ? REFUSALS[code] : undefined;
  if (refusal !== undefined) return { refusal };
  if (status >= 500) return { refusal: "UNAVAILABLE" };
  throw new MalformedRequest(`Firestore answered ${status} ${String(code)}.`);
}
