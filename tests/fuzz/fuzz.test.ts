import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../functions/src/routes.ts";
import { type Digest, type FuzzFixtures, startFuzzFixtures } from "./fixtures.ts";
import { mayHaveStored, problemOf, SLOW_MS } from "./judge.ts";
import { type FuzzRequest, type Kind, requestsOf } from "./requests.ts";
import { send } from "./send.ts";

// npm run fuzz and npm run test:deep set them.
const RUNS = Number(process.env.LOGBOOK_FUZZ_RUNS ?? 300);
const SEED = Number(process.env.LOGBOOK_FUZZ_SEED ?? Date.now() % 1_000_000);
const ONLY = process.env.LOGBOOK_FUZZ_ROUTE ?? "";

const SHARES: Record<Kind, number> = { valid: 0.3, nearly: 0.35, hostile: 0.35 };
/** A counter-example is told after so long, as small as it has become by then; without one the loop just goes on. */
const SHRUNK_WITHIN_MS = 20_000;
/** Requests that are under way together. */
const MOST_AT_ONCE = 20;
/** What the process may hold at the end, beside what it held when half of the routes were done. */
const GROWTH = 1.5;

const routes = ROUTES.filter(({ method, path }) => `${method} ${path}`.includes(ONLY));
let context: FuzzFixtures;
const memory: number[] = [];
beforeAll(async () => {
  context = await startFuzzFixtures();
});
afterAll(async () => {
  await context.served.stop();
});

describe(`whatever is asked (seed ${SEED})`, () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    `${RUNS} requests to %s are each answered in form and in time, and store nothing unless they say so`,
    { timeout: 120_000 + RUNS * 100 },
    async (_, route) => {
      const hints = await context.hintsFor(route);
      let done = 0;
      let before = await context.digest();
      for (const kind of Object.keys(SHARES) as Kind[]) {
        const requests = fc.array(requestsOf(route, kind, hints), {
          minLength: 1,
          maxLength: MOST_AT_ONCE,
          size: "max",
        });
        for (let sent = 0; sent < RUNS * SHARES[kind]; ) {
          await context.signInAgain();
          const property = fc.asyncProperty(requests, async (some) => {
            sent += some.length;
            const outcome = await sendAll(some, before);
            done += outcome.done;
            before = outcome.after;
            expect(outcome.problems).toEqual([]);
          });
          const numRuns = Math.max(1, Math.floor((RUNS * SHARES[kind] - sent) / MOST_AT_ONCE));
          await fc.assert(property, { seed: SEED + sent, numRuns, interruptAfterTimeLimit: SHRUNK_WITHIN_MS });
        }
      }
      expect(done, "requests that were done: do tests/fuzz/fixtures.ts's hints fit this route?").toBeGreaterThan(0);
      memory.push(context.memory());
    },
  );

  it("the process still runs, has noted nothing unexpected, and holds no more memory than before", () => {
    expect(routes, `routes with '${ONLY}'`).not.toHaveLength(0);
    expect(context.served.runs()).toBe(true);
    expect(context.served.log()).not.toMatch(/unhandled|uncaught|unexpected/i);
    const [half, end] = [memory[memory.length >> 1]!, memory.at(-1)!];
    console.log(`Memory after each route, in MB: ${memory.map((bytes) => Math.round(bytes / 1e6)).join(", ")}`);
    expect(end / half).toBeLessThan(GROWTH);
  });
});

/** The outcome of concurrent requests. */
interface Outcome {
  done: number;
  problems: string[];
  after: Digest;
}

/** Sends them all at once and compares what is stored then with what was stored before. */
async function sendAll(requests: readonly FuzzRequest[], before: Digest): Promise<Outcome> {
  const ask = async (request: FuzzRequest) => {
    const began = performance.now();
    const answer = await send(context.served.origin, request, context.token(request.as));
    return { request, answer, ms: performance.now() - began };
  };
  const outcomes = await Promise.all(requests.map(ask));
  const told = ({ method, path }: FuzzRequest, problem: string): string => `${method} ${path.slice(0, 200)} ${problem}`;
  const problems = outcomes.flatMap(({ request, answer }) => {
    const problem = problemOf(request, answer);
    return problem === null ? [] : [told(request, problem)];
  });
  // The machine may be busy with something else; what is slow by itself is slow again, alone.
  for (const { request } of outcomes.filter(({ ms }) => ms > SLOW_MS)) {
    const again = await ask(request);
    outcomes.push(again);
    if (again.ms > SLOW_MS) problems.push(told(request, `took ${Math.round(again.ms)} ms`));
  }
  const after = await context.digest();
  const stored = outcomes.filter(({ request, answer }) => mayHaveStored(request, answer)).length;
  const moves = after.revision - before.revision;
  if (moves > stored) problems.push(`The board moved ${moves} times by ${stored} successes.`);
  if (stored === 0 && !isDeepStrictEqual(after, before))
    problems.push(`Something was stored without a success: ${before.documents} became ${after.documents}.`);
  return { done: outcomes.filter(({ answer }) => answer !== null && answer.status < 300).length, problems, after };
}
