import { projectId } from "../http/environment.ts";
import { sendRequest } from "../http/http-client.ts";
import { REQUEST_TIMEOUT_MS } from "../http/timeout.ts";

const REFUSALS = [
  "PERMISSION_DENIED",
  "UNAUTHENTICATED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "ABORTED",
  "FAILED_PRECONDITION",
] as const;

/** Why Firestore did not execute a call, as a google.rpc.Code; `UNAVAILABLE` if it did not answer or has an outage. */
export type Refusal = (typeof REFUSALS)[number] | "UNAVAILABLE";

/** The result of a call, or the reason why Firestore did not execute it. */
export type Outcome<T> = T | { refusal: Refusal };

/** Firestore answered that a request is malformed: a bug of ours, unless a document would become too large. */
export class MalformedRequest extends Error {
  override name = "MalformedRequest";
}

export interface Credentials {
  /** The caller's ID token, which the rules check, or the function's own access token, which bypasses the rules. */
  token: string;
  appCheck: string | undefined;
}

/** The full name of a document; `path` is like `issues/abc`. */
export function documentName(path: string): string {
  return `projects/${projectId()}/databases/(default)/documents/${path}`;
}

/** Calls Firestore's REST API. Throws a `MalformedRequest` when Firestore answers that the request is malformed. */
export async function callFirestore<T>(
  credentials: Credentials,
  method: "commit" | "batchGet" | "runQuery" | "runAggregationQuery",
  body: object,
): Promise<Outcome<{ result: T }>> {
  const emulatorHost = process.env.FIRESTORE_EMULATOR_HOST;
  const origin = emulatorHost ? `http://${emulatorHost}` : "https://firestore.googleapis.com";
  const headers: Record<string, string> = {
    authorization: `Bearer ${credentials.token}`,
    "content-type": "application/json",
  };
  if (credentials.appCheck !== undefined) headers["x-firebase-appcheck"] = credentials.appCheck;

  let status: number;
  let result: unknown;
  try {
    const response = await sendRequest(
      `${origin}/v1/projects/${projectId()}/databases/(default)/documents:${method}`,
      // If a commit arrived twice, Firestore would refuse the second one, as if another user had changed the report.
      { method: "POST", headers, body: JSON.stringify(body), isIdempotent: method !== "commit" },
      REQUEST_TIMEOUT_MS,
    );
    status = response.status;
    result = JSON.parse(response.text);
  } catch {
    // There was no response, or one without JSON.
    return { refusal: "UNAVAILABLE" };
  }
  if (status >= 200 && status < 300) return { result: result as T };
  const code = (result as { error?: { status?: unknown } } | null)?.error?.status;
  const refusal = REFUSALS.find((possibleRefusal) => possibleRefusal === code);
  if (refusal !== undefined) return { refusal };
  if (status >= 500 || OUTAGE_STATUSES.includes(status)) return { refusal: "UNAVAILABLE" };
  throw new MalformedRequest(`Firestore answered ${status} ${String(code)}.`);
}

// The HTTP statuses of RESOURCE_EXHAUSTED and CANCELLED. All other outages have a status of 500 or more.
const OUTAGE_STATUSES: readonly number[] = [429, 499];
