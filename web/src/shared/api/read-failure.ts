import { UNEXPECTED } from "../texts.ts";
import type { Failure } from "./result.ts";

/** Whether a body says that the call was refused, which it may do under any status (section 7). */
export const isRefusal = (body: unknown): boolean => Object(body).success === false;

/** Reads the body of an error response. */
export async function readFailure(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => "");
  return toFailure(response, parseJson(text) ?? text);
}

/** The failure that a response and its body describe. */
export function toFailure({ status, headers }: Response, body: unknown): Failure {
  const { error, code } = Object(body) as { error?: unknown; code?: unknown };
  // The header may also hold a date, but the API never sends one.
  const retryAfter = Number(headers.get("retry-after"));
  return {
    ok: false,
    kind: "refused",
    status,
    error: typeof error === "string" ? error : UNEXPECTED,
    code: typeof code === "string" ? code : isRefusal(body) ? "refused" : "unknown",
    ...(retryAfter > 0 && { retryAfter }),
    body,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
