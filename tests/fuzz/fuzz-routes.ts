import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { type Digest, type FuzzFixtures, startFuzzFixtures } from "./fixtures.ts";
import { mayHaveStored, problemOf, SLOW_MS } from "./judge.ts";
import { type FuzzRequest, type Kind, requestsOf } from "./requests.ts";
import { send } from "./send.ts";

// docs/testing.md explains these variables.
const RUNS = Number(process.env.LOGBOOK_FUZZ_RUNS ?? 200);
const SEED = Number(process.env.LOGBOOK_FUZZ_SEED ?? Date.now() % 1_000_000);
const ONLY = process.env.LOGBOOK_FUZZ_ROUTE ?? "";

const SHARES: Record<Kind, number> = { valid: 0.3, nearly: 0.35, hostile: 0.35 };
/** After this time fast-check reports the counter-example, even if it could be shrunk further. */
const SHRINK_TIMEOUT_MS = 20_000;
const MAX_CONCURRENT = 20;
/** The factor by which the process's memory may grow between half of the routes and the end. */
const MAX_MEMORY_GROWTH = 1.5;

const isChosen = ({ method, path }: Route): boolean => `${method} ${path}`.includes(ONLY);

/** The parts of the routes, which take about equally long. */
export type Part = "reports" | "sessions" | "accounts";

function partOf({ path }: Route): Part {
  if (/^\/api\/(issues|reports|trash|attachments|history)\b/.test(path)) return "reports";
  // Routes that end sessions, each of which waits for the end of a second.
  return /^\/api\/auth\/(password|sign-out-everywhere)$/.test(path) ? "sessions" : "accounts";
}

let context: FuzzFixtures;

/** Defines the fuzz tests of a part's routes. Each part has its own test file, so that they run in parallel suites. */
export function fuzzRoutes(part: Part): void {
  const routes = ROUTES.filter((route) => partOf(route) === part && isChosen(route));
  const memory: number[] = [];
  beforeAll(async () => {
    context = await startFuzzFixtures();
  });
  afterAll(async () => {
    await context.served.stop();
  });

  describe(`random requests (seed ${SEED})`, () => {
    it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
      `${RUNS} requests to %s get well-formed responses in time, and store nothing unless they succeed`,
      { timeout: 120_000 + RUNS * 100 },
      async (_, route) => {
        const hints = await context.hintsFor(route);
        let done = 0;
        let before = await context.digest();
        for (const kind of Object.keys(SHARES) as Kind[]) {
          const requests = fc.array(requestsOf(route, kind, hints), {
            minLength: 1,
            maxLength: MAX_CONCURRENT,
            size: "max",
          });
          for (let sent = 0; sent < RUNS * SHARES[kind]; ) {
            await context.renewSessions();
            const property = fc.asyncProperty(requests, async (batch) => {
              sent += batch.length;
              const outcome = await sendAll(batch, before);
              done += outcome.done;
              before = outcome.after;
              expect(outcome.problems).toEqual([]);
            });
            const numRuns = Math.max(1, Math.floor((RUNS * SHARES[kind] - sent) / MAX_CONCURRENT));
            await fc.assert(property, { seed: SEED + sent, numRuns, interruptAfterTimeLimit: SHRINK_TIMEOUT_MS });
          }
        }
        expect(done, "requests that were done: do tests/fuzz/fixtures.ts's hints fit this route?").toBeGreaterThan(0);
        memory.push(context.memory());
      },
    );

    it("the process still runs, has logged nothing unexpected, and its memory has not grown", () => {
      expect(ROUTES.filter(isChosen), `routes with '${ONLY}'`).not.toHaveLength(0);
      expect(context.served.isRunning()).toBe(true);
      expect(context.served.log()).not.toMatch(/unhandled|uncaught|unexpected/i);
      if (memory.length === 0) return;
      const [half, end] = [memory[memory.length >> 1]!, memory.at(-1)!];
      console.log(`Memory after each route, in MB: ${memory.map((bytes) => Math.round(bytes / 1e6)).join(", ")}`);
      expect(end / half).toBeLessThan(MAX_MEMORY_GROWTH);
    });
  });
}

interface Outcome {
  done: number;
  problems: string[];
  after: Digest;
}

/** Sends requests in parallel, judges the responses and compares the stores with the state before. */
async function sendAll(requests: readonly FuzzRequest[], before: Digest): Promise<Outcome> {
  const ask = async (request: FuzzRequest) => {
    const began = performance.now();
    const response = await send(context.served.origin, request, context.token(request.as));
    return { request, response, ms: performance.now() - began };
  };
  const outcomes = await Promise.all(requests.map(ask));
  const describeProblem = ({ method, path }: FuzzRequest, problem: string): string =>
    `${method} ${path.slice(0, 200)} ${problem}`;
  const problems = outcomes.flatMap(({ request, response }) => {
    const problem = problemOf(request, response);
    return problem === null ? [] : [describeProblem(request, problem)];
  });
  // The machine may be busy, so repeat a slow request alone: it must be slow again to count.
  for (const { request } of outcomes.filter(({ ms }) => ms > SLOW_MS)) {
    const repeated = await ask(request);
    outcomes.push(repeated);
    if (repeated.ms > SLOW_MS) problems.push(describeProblem(request, `took ${Math.round(repeated.ms)} ms`));
  }
  const after = await context.digest();
  const stored = outcomes.filter(({ request, response }) => mayHaveStored(request, response)).length;
  const moves = after.revision - before.revision;
  if (moves > stored) problems.push(`The board moved ${moves} times after ${stored} successful writes.`);
  if (stored === 0 && !isDeepStrictEqual(after, before))
    problems.push(`Something was stored without a successful write: ${before.documents} became ${after.documents}.`);
  return {
    done: outcomes.filter(({ response }) => response !== null && response.status < 300).length,
    problems,
    after,
  };
}
