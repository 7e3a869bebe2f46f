import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../bench/src/data/random.ts";
import { startFirestoreProxy } from "../support/firestore-proxy.ts";
import { db, FIRESTORE } from "../support/suite.ts";
import { ACTIONS, type ActionContext } from "./actions.ts";
import { createUsers } from "./actors.ts";
import { newClient } from "./client.ts";
import { FAULTS } from "./faults.ts";
import { findProblems } from "./find-problems.ts";
import { startInstances } from "./instances.ts";
import { newJournal } from "./journal.ts";
import { newTally } from "./tally.ts";

export interface LoadResult {
  problems: string[];
  /** The names of the injected faults, in their order. */
  faults: string[];
  acknowledgedWrites: number;
  /** The number of successful list requests. */
  listCount: number;
  /** The events with their times, the first problems and the tally. */
  log: string[];
}

const MEMBER_COUNT = 50;
const ADMIN_COUNT = 3;
/** The average time between two actions of a user. */
const ACTION_INTERVAL_MS = 500;
/** With six faults, each fault occurs once a minute. */
const FAULT_INTERVAL_MS = 10_000;
const FAULT_DURATION_MS = 4_000;
/** Only the first problems are logged, since one cause often produces many. */
const MAX_LOGGED_PROBLEMS = 20;
/** Each user sends more calls than the usual rate limits allow. */
const NO_RATE_LIMITS = { LIMITS_WIDTH: "999999" };

/** Runs 50 members and 3 admins against two processes of the API while one fault after another is injected. */
export async function runLoad(minutes: number, seed: number): Promise<LoadResult> {
  const random = seededRandom(seed);
  // The beginning of all names and ids that this run stores.
  const runWord = `load${Date.now().toString(36)}`;
  const firestoreHost = new URL(FIRESTORE).host;
  const users = await createUsers(runWord, MEMBER_COUNT, ADMIN_COUNT);
  const [board, reports] = await Promise.all([db.doc("boards/main").get(), db.collection("issues").count().get()]);
  const initialBoard = { revision: board.get("revision") as number, total: reports.data().count };
  const proxy = await startFirestoreProxy(firestoreHost);
  const instances = await startInstances(proxy.host, NO_RATE_LIMITS);

  const startedAt = Date.now();
  const log: string[] = [];
  const addLine = (line: string): void => {
    log.push(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s ${line}`);
  };
  const problems: string[] = [];
  const addProblem = (problem: string): void => {
    problems.push(problem);
    if (problems.length <= MAX_LOGGED_PROBLEMS) addLine(`WRONG: ${problem}`);
  };
  const runEnded = AbortSignal.timeout(minutes * 60_000);
  const tally = newTally();
  const journal = newJournal();
  const client = newClient({ nextOrigin: instances.nextOrigin, tally, addProblem, runEnded });
  const context: ActionContext = { runWord, random, client, journal, ...users, initialBoard, addProblem };

  /** Pauses, but not longer than the run. */
  const pauseUnlessEnded = (ms: number): Promise<void> => pause(ms, undefined, { signal: runEnded }).catch(() => {});
  const actAsUser = async (): Promise<void> => {
    while (!runEnded.aborted) {
      await runRandomAction(context);
      await pauseUnlessEnded(random(2 * ACTION_INTERVAL_MS));
    }
  };
  const faults: string[] = [];
  const injectFaults = async (): Promise<void> => {
    await pauseUnlessEnded(FAULT_INTERVAL_MS / 2);
    while (!runEnded.aborted) {
      const nextFaultAt = Date.now() + FAULT_INTERVAL_MS;
      const fault = FAULTS[faults.length % FAULTS.length]!;
      faults.push(fault.name);
      addLine(fault.name);
      await fault.inject({ proxy, instances, firestoreHost }, FAULT_DURATION_MS);
      addLine("… works again");
      await pauseUnlessEnded(Math.max(0, nextFaultAt - Date.now()));
    }
  };

  try {
    await Promise.all([...Array.from({ length: MEMBER_COUNT + ADMIN_COUNT }, actAsUser), injectFaults()]);
    // Firestore may still execute commits whose callers no longer wait.
    await proxy.waitUntilIdle();
    log.push(...tally.summaryLines((Date.now() - startedAt) / 1000));
    const problemsOfStores = await findProblems(runWord, journal, proxy.reportCommits, initialBoard.revision);
    for (const problem of [...problemsOfStores, ...instances.findProblems()]) addProblem(problem);
    const { acknowledgedWrites } = journal;
    return { problems, faults, acknowledgedWrites, listCount: tally.countSuccesses("list"), log };
  } finally {
    await instances.stop();
    await proxy.close();
  }
}

async function runRandomAction(context: ActionContext): Promise<void> {
  let remainingPercent = context.random(100);
  for (const { percent, run } of ACTIONS) {
    if (remainingPercent < percent) return await run(context);
    remainingPercent -= percent;
  }
}
