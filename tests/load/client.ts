import { setTimeout as pause } from "node:timers/promises";
import { retryDelay } from "@logbook/domain";
import { type ApiResponse, call } from "../support/actors.ts";
import type { LoadUser } from "./actors.ts";
import type { Tally } from "./tally.ts";

/** The final response of a request, or `null` if the outcome is unknown. */
export type FinalResponse = ApiResponse | null;

/** Calls the API as the page does. */
export interface Client {
  /**
   * Sends a call and retries it with the page's own delays, like a user who presses the button again. `allowed` has the
   * error codes that count as a final response.
   */
  send(
    kind: string,
    as: LoadUser,
    method: string,
    path: string,
    body?: object,
    allowed?: readonly string[],
  ): Promise<FinalResponse>;
}

export interface ClientPorts {
  nextOrigin(): string;
  tally: Tally;
  /** Called for each unexpected response. */
  addProblem(problem: string): void;
  /** Ends the delay between two attempts early. */
  signal: AbortSignal;
}

const MAX_ATTEMPTS = { GET: 4, other: 8 };
// The API waits 10 s for Firestore, and a call makes at most three requests to Firestore.
const SLOW_CALL_MS = 40_000;

export function newClient({ nextOrigin, tally, addProblem, signal }: ClientPorts): Client {
  return {
    async send(kind, { token }, method, path, body, allowed = []) {
      const attempts = method === "GET" ? MAX_ATTEMPTS.GET : MAX_ATTEMPTS.other;
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const startedAt = performance.now();
        const origin = nextOrigin();
        const answer = await call(method, path, { origin, token, ...(body && { body }) }).catch(() => null);
        const ms = performance.now() - startedAt;
        if (ms > SLOW_CALL_MS) addProblem(`${method} ${path} took ${Math.round(ms / 1000)} s.`);
        const isSuccess = answer !== null && answer.status < 300;
        const code = answer === null ? "no response" : String(answer.body?.code);
        tally.record(kind, ms, isSuccess ? "ok" : code);
        if (isSuccess || (answer !== null && allowed.includes(code))) return answer;
        if (answer !== null && code !== "unavailable")
          addProblem(`${method} ${path} answered ${answer.status} ${code}.`);
        await pause(retryDelay(attempt), undefined, { signal }).catch(() => {});
      }
      return null;
    },
  };
}
