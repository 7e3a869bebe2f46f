import { setTimeout as pause } from "node:timers/promises";
import { retryDelay } from "@logbook/domain";
import { type ApiResponse, call } from "../support/actors.ts";
import type { Visitor } from "./actors.ts";
import type { Tally } from "./tally.ts";

/** The final response of a request, or `null` if the outcome is unknown. */
export type Ended = ApiResponse | null;

/** Calls the API as the page does. */
export interface Client {
  /**
   * One call; again after network failures, 429 and 5xx, with the page's own delays, for each time that somebody presses
   * the button again. `allowed` are the refusals that the call may meet.
   */
  send(
    kind: string,
    as: Visitor,
    method: string,
    path: string,
    body?: object,
    allowed?: readonly string[],
  ): Promise<Ended>;
}

/** What the calls go through and what is to be told of them. */
export interface ClientPorts {
  nextOrigin(): string;
  tally: Tally;
  /** Told of each answer that should not be. */
  wrong(problem: string): void;
  /** Ends the waiting between two tries. */
  hurry: AbortSignal;
}

const TRIES = { GET: 4, other: 8 };
// Firestore is given up after 10 s; a call asks it three times at most.
const HANGS_AFTER_MS = 40_000;

export function newClient({ nextOrigin, tally, wrong, hurry }: ClientPorts): Client {
  return {
    async send(kind, { token }, method, path, body, allowed = []) {
      const tries = method === "GET" ? TRIES.GET : TRIES.other;
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const began = performance.now();
        const at = nextOrigin();
        const answer = await call(method, path, { at, token, ...(body && { body }) }).catch(() => null);
        const ms = performance.now() - began;
        if (ms > HANGS_AFTER_MS) wrong(`${method} ${path} took ${Math.round(ms / 1000)} s.`);
        const isDone = answer !== null && answer.status < 300;
        const code = answer === null ? "no answer" : String(answer.body?.code);
        tally.note(kind, ms, isDone ? "ok" : code);
        if (isDone || (answer !== null && allowed.includes(code))) return answer;
        if (answer !== null && code !== "unavailable") wrong(`${method} ${path} answered ${answer.status} ${code}.`);
        await pause(retryDelay(attempt), undefined, { signal: hurry }).catch(() => {});
      }
      return null;
    },
  };
}
