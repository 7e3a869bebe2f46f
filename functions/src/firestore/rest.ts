import { exchange } from "../http/client.ts";
import { projectId } from "../http/environment.ts";
import type { RestFields } from "./values.ts";

/** Why Firestore did not do what a caller asked, in the words of google.rpc.Code where it gave one. */
export type Refusal =
  | "PERMISSION_DENIED"
  | "UNAUTHENTICATED"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "ABORTED"
  | "FAILED_PRECONDITION"
  | "UNAVAILABLE";

/** Firestore called a request malformed, which is a mistake of ours unless it was about what others have stored. */
export class MalformedRequest extends Error {
  override name = "MalformedRequest";
}

/** What calls carry: the caller's ID token, which the rules judge by (or our own token), and the App Check token if any. */
export interface Credentials {
  idToken: string;
  appCheck: string | undefined;
}

/** A stored document as REST answers it; `updateTime` has microseconds and serves as its version. */
export interface RestDocument {
  name: string;
  fields?: RestFields;
  createTime: string;
  updateTime: string;
}

const TIMEOUT_MS = 10_000;

// What else may come is either an outage or a mistake of ours.
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

function documents(): string {
  return `projects/${projectId()}/databases/(default)/documents`;
}

/** The resource of all documents that takes commits and queries, or reads many documents at once. */
export function documentsResource(method: "commit" | "batchGet" | "runQuery" | "runAggregationQuery"): string {
  return `${documents()}:${method}`;
}

/** The full name of a document, `path` being like `issues/abc`. */
export function documentName(path: string): string {
  return `${documents()}/${path}`;
}

/**
 * One call of Firestore's REST API as the bearer of `credentials`: `{answer}`, or `{refusal}` when Firestore refused or
 * could not be reached within 10 s. Throws a `MalformedRequest` when Firestore calls the request itself malformed.
 */
export async function callFirestore<T>(
  credentials: Credentials,
  method: "GET" | "POST",
  resource: string,
  body?: object,
): Promise<{ answer: T } | { refusal: Refusal }> {
  const emulator = process.env.FIRESTORE_EMULATOR_HOST;
  const origin = emulator ? `http://${emulator}` : "https://firestore.googleapis.com";
  const headers: Record<string, string> = { authorization: `Bearer ${credentials.idToken}` };
  if (credentials.appCheck !== undefined) headers["x-firebase-appcheck"] = credentials.appCheck;
  if (body !== undefined) headers["content-type"] = "application/json";

  let status: number;
  let answer: unknown;
  try {
    const answered = await exchange(
      `${origin}/v1/${resource}`,
      // A commit that was made once would the second time meet itself, and a step pass for someone else's.
      { method, headers, body: body && JSON.stringify(body), repeatable: resource !== documentsResource("commit") },
      TIMEOUT_MS,
    );
    status = answered.status;
    answer = JSON.parse(answered.text);
  } catch {
    return { refusal: "UNAVAILABLE" };
  }
  if (status >= 200 && status < 300) return { answer: answer as T };
  const code = (answer as { error?: { status?: unknown } } | null)?.error?.status;
  const refusal = typeof code === "string" ? REFUSALS[code] : undefined;
  if (refusal !== undefined) return { refusal };
  if (status >= 500) return { refusal: "UNAVAILABLE" };
  throw new MalformedRequest(`Firestore answered ${status} ${String(code)}.`);
}
