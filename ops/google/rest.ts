import { setTimeout as pause } from "node:timers/promises";
import { CommandError } from "../../suite/command-line/command.ts";
import { stableJson } from "./stable-json.ts";

/**
 * Calls a Google REST service or its emulator: by POST if there is a body, with retries if they may help. Returns the
 * parsed response; throws a `CommandError` if the call is refused.
 */
export type RestCall = (path: string, body?: object) => Promise<unknown>;

/** Returns the headers that authorise a call. Tokens expire, so each call gets its own headers. */
export type Authorize = () => Promise<Record<string, string>>;

const MAX_ATTEMPTS = 6;
const TIMEOUT_MS = 120_000;

/** Returns a client of the service at `origin`; `name` is for error messages. */
export function openService(name: string, origin: string, authorize: Authorize): RestCall {
  return async (path, body) => {
    for (let attempt = 1; ; attempt += 1) {
      const { status, text } = await sendRequest(`${origin}${path}`, body, await authorize());
      if (status >= 200 && status < 300) return JSON.parse(text) as unknown;
      if (attempt === MAX_ATTEMPTS || !isRetryable(status, text))
        throw new CommandError(
          `${name} refused ${path.split("?")[0]} with ${status || "no response"}: ${errorMessage(text)}`,
        );
      // 0.2 s after the first attempt, and twice as long after each further one.
      await pause(100 * 2 ** attempt);
    }
  };
}

/** Sends one request. Without a response, the status is 0 and the text says why. */
async function sendRequest(address: string, body: object | undefined, headers: Record<string, string>) {
  try {
    const response = await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Unlike JSON.stringify(), stableJson() keeps -0, which a restored document may contain.
      ...(body !== undefined && { body: stableJson(body) }),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: networkErrorMessage(error) };
  }
}

/** The reason why fetch() failed, which is in `cause`. */
export function networkErrorMessage(error: unknown): string {
  const { cause, message } = error as Error;
  return String((cause as Error | undefined)?.message ?? message);
}

/** Whether a repeated call may succeed. 409 ABORTED: another write had locked the document in Firestore. */
function isRetryable(status: number, text: string): boolean {
  return status === 0 || status === 429 || status >= 500 || (status === 409 && text.includes("ABORTED"));
}

/** The `message` of a Google error in JSON, with its escaped characters, or the beginning of another text. */
function errorMessage(text: string): string {
  const message = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return (message ?? text).slice(0, 300);
}
