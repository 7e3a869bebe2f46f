import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { type Digest, type FuzzFixtures, startFuzzFixtures } from "./fixtures.ts";
import { mayHaveStored, problemOf, SLOW_MS } from "./judge.ts";
import { type FuzzRequest, type RequestKind, requestsOf } from "./requests.ts";
import { send } from "./send.ts";

// docs/testing.md explains these variables.
const RUNS = Number(process.env.LOGBOOK_FUZZ_RUNS ?? 200);
const SEED = Number(process.env.LOGBOOK_FUZZ_SEED ?? Date.now() % 1_000_000);
const ROUTE_FILTER = process.env.LOGBOOK_FUZZ_ROUTE ?? "";

const KIND_SHARES: Record<RequestKind, number> = { valid: 0.3, nearly: 0.35, hostile: 0.35 };
/** After this time fast-check reports the counter-example, even if it could be shrunk further. */
const SHRINK_TIMEOUT_MS = 20_000;
const MAX_CONCURRENT = 20;
/** The factor by which the process's memory may grow in the second half of the routes. */
const MAX_MEMORY_GROWTH = 1.5;

const isChosen = ({ method, path }: Route): boolean => `${method} ${path}`.includes(ROUTE_FILTER);

/** The routes are split into parts that take about equally long. */
export type Part = "reports" | "sessions" | "accounts";

function partOf({ path }: Route): Part {
  if (/^\/api\/(issues|reports|trash|attachments|history)\b/.test(path)) return "reports";
  // Each route that ends sessions waits for the end of a second.
  return /^\/api\/auth\/(password|sign-out-everywhere)$/.test(path) ? "sessions" : "accounts";
}

let fixtures: FuzzFixtures;

/** Defines the fuzz tests of a part's routes. Each part has its own test file, so that they run in parallel suites. */
export function fuzzRoutes(part: Part): void {
  const routes = ROUTES.filter((route) => partOf(route) === part && isChosen(route));
  const memoryBytes: number[] = [];
  beforeAll(async () => {
    fixtures = await startFuzzFixtures();
  });
  afterAll(async () => {
    await fixtures.served.stop();
  });

  describe(`random requests (seed ${SEED})`, () => {
    it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
      `${RUNS} requests to %s get well-formed responses in time, and store nothing unless they succeed`,
      { timeout: 120_000 + RUNS * 100 },
      async (_, route) => {
        const hints = await fixtures.hintsFor(route);
        let successes = 0;
        let before = await fixtures.digest();
        for (const kind of Object.keys(KIND_SHARES) as RequestKind[]) {
          const requests = fc.array(requestsOf(route, kind, hints), {
            minLength: 1,
            maxLength: MAX_CONCURRENT,
            size: "max",
          });
          for (let sent = 0; sent < RUNS * KIND_SHARES[kind]; ) {
            await fixtures.renewSessions();
            const property = fc.asyncProperty(requests, async (batch) => {
              sent += batch.length;
              const outcome = await sendAll(batch, before);
              successes += outcome.successes;
              before = outcome.after;
              expect(outcome.problems).toEqual([]);
            });
            const numRuns = Math.max(1, Math.floor((RUNS * KIND_SHARES[kind] - sent) / MAX_CONCURRENT));
            await fc.assert(property, { seed: SEED + sent, numRuns, interruptAfterTimeLimit: SHRINK_TIMEOUT_MS });
          }
        }
        expect(
          successes,
          "successful requests: do the hints in tests/fuzz/fixtures.ts fit this route?",
        ).toBeGreaterThan(0);
        memoryBytes.push(fixtures.memoryBytes());
      },
    );

    it("the process still runs, has logged nothing unexpected, and its memory has not grown", () => {
      expect(ROUTES.filter(isChosen), `routes with '${ROUTE_FILTER}'`).not.toHaveLength(0);
      expect(fixtures.served.isRunning()).toBe(true);
      expect(fixtures.served.log()).not.toMatch(/unhandled|uncaught|unexpected/i);
      if (memoryBytes.length === 0) return;
      const [half, end] = [memoryBytes[Math.floor(memoryBytes.length / 2)]!, memoryBytes.at(-1)!];
      console.log(`Memory after each route, in MB: ${memoryBytes.map((bytes) => Math.round(bytes / 1e6)).join(", ")}`);
      expect(end / half).toBeLessThan(MAX_MEMORY_GROWTH);
    });
  });
}

interface BatchResult {
  successes: number;
  problems: string[];
  after: Digest;
}

/** Sends requests in parallel, judges the responses and compares the stores with the state before. */
async function sendAll(requests: readonly FuzzRequest[], before: Digest): Promise<BatchResult> {
  const sendTimed = async (request: FuzzRequest) => {
    const startedAt = performance.now();
    const response = await send(fixtures.served.origin, request, fixtures.tokenOf(request.as));
    return { request, response, ms: performance.now() - startedAt };
  };
  const outcomes = await Promise.all(requests.map(sendTimed));
  const describeProblem = ({ method, path }: FuzzRequest, problem: string): string =>
    `${method} ${path.slice(0, 200)} ${problem}`;
  const problems = outcomes.flatMap(({ request, response }) => {
    const problem = problemOf(request, response);
    return problem === null ? [] : [describeProblem(request, problem)];
  });
  // The machine may be busy, so repeat a slow request alone: it must be slow again to count.
  for (const { request } of outcomes.filter(({ ms }) => ms > SLOW_MS)) {
    const repeated = await sendTimed(request);
    outcomes.push(repeated);
    if (repeated.ms > SLOW_MS) problems.push(describeProblem(request, `took ${Math.round(repeated.ms)} ms`));
  }
  const after = await fixtures.digest();
  const stored = outcomes.filter(({ request, response }) => mayHaveStored(request, response)).length;
  const moves = after.revision - before.revision;
  if (moves > stored) problems.push(`The board moved ${moves} times after ${stored} successful writes.`);
  if (stored === 0 && !isDeepStrictEqual(after, before))
    problems.push(`Something was stored without a successful write: ${before.documents} became ${after.documents}.`);
  return {
    successes: outcomes.filter(({ response }) => response !== null && response.status < 300).length,
    problems,
    after,
  };
}
