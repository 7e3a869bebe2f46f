import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { findProblem, mayHaveStored, SLOW_MS } from "./find-problem.ts";
import { type Digest, type FuzzFixtures, startFuzzFixtures } from "./fixtures.ts";
import { type FuzzRequest, type RequestKind, requestsOf } from "./requests.ts";
import { sendFuzzRequest } from "./send.ts";

// docs/testing.md explains these variables.
const RUNS = Number(process.env.LOGBOOK_FUZZ_RUNS ?? 200);
const SEED = Number(process.env.LOGBOOK_FUZZ_SEED ?? Date.now() % 1_000_000);
const ROUTE_FILTER = process.env.LOGBOOK_FUZZ_ROUTE ?? "";

/** The share of each kind in the requests to a route. */
const KIND_SHARES: Record<RequestKind, number> = { valid: 0.3, nearlyValid: 0.35, hostile: 0.35 };
/** After this time fast-check reports the failing requests, even if it could find a smaller example. */
const SHRINK_TIMEOUT_MS = 20_000;
const MAX_CONCURRENT = 20;
/** The factor by which the process's memory may grow in the second half of the routes. */
const MAX_MEMORY_GROWTH = 1.5;

/** The routes whose success would end what the other requests need, so their hints lead to refusals only. */
const NEVER_SUCCESSFUL: readonly string[] = ["POST /api/auth/delete-account"];

const isChosen = ({ method, path }: Route): boolean => `${method} ${path}`.includes(ROUTE_FILTER);

/** The routes are split into parts, whose tests take about equally long. */
export type RoutePart = "reports" | "sessions" | "accounts";

function partOf({ path }: Route): RoutePart {
  if (/^\/api\/(issues|reports|trash|attachments|history)\b/.test(path)) return "reports";
  // A request that ends sessions waits for the end of a second, so these routes have a part of their own.
  return /^\/api\/auth\/(password|sign-out-everywhere)$/.test(path) ? "sessions" : "accounts";
}

let fixtures: FuzzFixtures;

/** Defines the fuzz tests of a part's routes. Each part has its own test file, so that they run in parallel suites. */
export function fuzzRoutes(part: RoutePart): void {
  const routes = ROUTES.filter((route) => partOf(route) === part && isChosen(route));
  const memoryAfterRoutes: number[] = [];
  beforeAll(async () => {
    fixtures = await startFuzzFixtures();
  });
  afterAll(async () => {
    await fixtures.stop();
  });

  describe(`random requests (seed ${SEED})`, () => {
    it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
      `${RUNS} requests to %s get well-formed responses in time, and store nothing unless they succeed`,
      // Even a busy machine handles ten requests a second.
      { timeout: 120_000 + RUNS * 100 },
      async (_, route) => {
        const hints = await fixtures.createHints(route);
        let successCount = 0;
        let digest = await fixtures.readDigest();
        for (const kind of Object.keys(KIND_SHARES) as RequestKind[]) {
          const runsOfKind = RUNS * KIND_SHARES[kind];
          const batches = fc.array(requestsOf(route, kind, hints), {
            minLength: 1,
            maxLength: MAX_CONCURRENT,
            size: "max",
          });
          let sentCount = 0;
          // The batches have random sizes, so one run of fast-check may send too few requests.
          while (sentCount < runsOfKind) {
            await fixtures.renewSessions();
            const property = fc.asyncProperty(batches, async (batch) => {
              sentCount += batch.length;
              const result = await sendBatch(batch, digest);
              successCount += result.successCount;
              digest = result.digest;
              expect(result.problems).toEqual([]);
            });
            const numRuns = Math.max(1, Math.floor((runsOfKind - sentCount) / MAX_CONCURRENT));
            await fc.assert(property, { seed: SEED + sentCount, numRuns, interruptAfterTimeLimit: SHRINK_TIMEOUT_MS });
          }
        }
        const hasSucceeded = successCount > 0;
        expect(hasSucceeded, "successful requests: do the hints in tests/fuzz/fixtures.ts fit this route?").toBe(
          !NEVER_SUCCESSFUL.includes(`${route.method} ${route.path}`),
        );
        memoryAfterRoutes.push(fixtures.readMemory());
      },
    );

    it("the API's process still runs, has logged nothing unexpected, and its memory has hardly grown", () => {
      expect(ROUTES.filter(isChosen), `routes with '${ROUTE_FILTER}'`).not.toHaveLength(0);
      expect(fixtures.api.isRunning()).toBe(true);
      expect(fixtures.api.log()).not.toMatch(/unhandled|uncaught|unexpected/i);
      // LOGBOOK_FUZZ_ROUTE may leave out all routes of this part.
      if (memoryAfterRoutes.length === 0) return;
      const memoryAfterHalf = memoryAfterRoutes[Math.floor(memoryAfterRoutes.length / 2)]!;
      const memoryAtEnd = memoryAfterRoutes.at(-1)!;
      console.log(
        `Memory after each route, in MB: ${memoryAfterRoutes.map((bytes) => Math.round(bytes / 1e6)).join(", ")}`,
      );
      expect(memoryAtEnd / memoryAfterHalf).toBeLessThan(MAX_MEMORY_GROWTH);
    });
  });
}

interface BatchResult {
  successCount: number;
  problems: string[];
  /** The digest after the batch. */
  digest: Digest;
}

/** Sends requests in parallel, and finds problems in the responses and in what the requests have stored. */
async function sendBatch(batch: readonly FuzzRequest[], digestBefore: Digest): Promise<BatchResult> {
  const sendTimed = async (request: FuzzRequest) => {
    const startedAt = performance.now();
    const response = await sendFuzzRequest(fixtures.api.origin, request, fixtures.tokenOf(request.sender));
    return { request, response, ms: performance.now() - startedAt };
  };
  const exchanges = await Promise.all(batch.map(sendTimed));
  const describeProblem = ({ method, path }: FuzzRequest, problem: string): string =>
    `${method} ${path.slice(0, 200)} ${problem}`;
  const problems = exchanges.flatMap(({ request, response }) => {
    const problem = findProblem(request, response);
    return problem === null ? [] : [describeProblem(request, problem)];
  });
  // The machine may be busy, so a slow request is repeated alone. Only a request that is slow twice is a problem.
  for (const { request } of exchanges.filter(({ ms }) => ms > SLOW_MS)) {
    const secondExchange = await sendTimed(request);
    exchanges.push(secondExchange);
    const { ms } = secondExchange;
    if (ms > SLOW_MS) problems.push(describeProblem(request, `took ${Math.round(ms)} ms`));
  }
  const digest = await fixtures.readDigest();
  const writeCount = exchanges.filter(({ request, response }) => mayHaveStored(request, response)).length;
  const moveCount = digest.revision - digestBefore.revision;
  if (moveCount > writeCount)
    problems.push(`The board moved ${moveCount} times after ${writeCount} successful writes.`);
  if (writeCount === 0 && !isDeepStrictEqual(digest, digestBefore)) {
    const change = `${digestBefore.documents} became ${digest.documents}`;
    problems.push(`Something was stored without a successful write: ${change}.`);
  }
  const successCount = exchanges.filter(({ response }) => response !== null && response.status < 300).length;
  return { successCount, problems, digest };
}
