import { setTimeout as pause } from "node:timers/promises";
import { CACHE, retryDelay } from "@logbook/domain";
import { type ApiResponse, call } from "../support/actors.ts";
import type { LoadUser } from "./actors.ts";
import type { Tally } from "./tally.ts";

/** The final response of a request, or `null` if the outcome is unknown. */
export type FinalResponse = ApiResponse | null;

/** Calls the API as the page does. */
export interface LoadClient {
  /**
   * Sends a call and retries it with the page's own delays, like a user who presses the button again. An error response
   * with one of the `allowedCodes` is not retried. `kind` is the call's name in the tally.
   */
  send(
    kind: string,
    user: LoadUser,
    method: string,
    path: string,
    body?: object,
    allowedCodes?: readonly string[],
  ): Promise<FinalResponse>;
}

export interface ClientOptions {
  /** The origin of the instance for the next attempt. */
  nextOrigin(): string;
  tally: Tally;
  /** Called for each unexpected response. */
  addProblem(problem: string): void;
  /** Ends a delay between two attempts. */
  runEnded: AbortSignal;
}

/** A read is tried as often as the page tries it. Eight attempts of a write take longer than any fault. */
const MAX_ATTEMPTS = { read: 1 + CACHE.retries, write: 8 };
// A call makes at most three requests to Firestore, and the API waits 10 s for each. A busy machine may need more.
const SLOW_CALL_MS = 40_000;

export function newClient({ nextOrigin, tally, addProblem, runEnded }: ClientOptions): LoadClient {
  return {
    async send(kind, { token }, method, path, body, allowedCodes = []) {
      const maxAttempts = method === "GET" ? MAX_ATTEMPTS.read : MAX_ATTEMPTS.write;
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const startedAt = performance.now();
        const origin = nextOrigin();
        const response = await call(method, path, { origin, token, ...(body && { body }) }).catch(() => null);
        const ms = performance.now() - startedAt;
        if (ms > SLOW_CALL_MS) addProblem(`${method} ${path} took ${Math.round(ms / 1000)} s.`);
        const isSuccess = response !== null && response.status < 300;
        const code = response === null ? "no response" : String(response.body?.code);
        tally.record(kind, ms, isSuccess ? "ok" : code);
        if (isSuccess || (response !== null && allowedCodes.includes(code))) return response;
        // Both say that nothing was stored and that the user should try again.
        if (response !== null && code !== "unavailable" && code !== "conflict")
          addProblem(`${method} ${path} answered ${response.status} ${code}.`);
        await pause(retryDelay(attempt), undefined, { signal: runEnded }).catch(() => {});
      }
      return null;
    },
  };
}
