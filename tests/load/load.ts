import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../bench/src/data/random.ts";
import { startFirestoreProxy } from "../support/firestore-proxy.ts";
import { db, FIRESTORE } from "../support/suite.ts";
import { ACTIONS, type ActionContext } from "./actions.ts";
import { createUsers } from "./actors.ts";
import { newClient } from "./client.ts";
import { FAULTS } from "./faults.ts";
import { startInstances } from "./instances.ts";
import { newJournal } from "./journal.ts";
import { newTally } from "./tally.ts";
import { findProblems } from "./verdict.ts";

export interface LoadResult {
  problems: string[];
  /** The injected faults in their order. */
  faults: string[];
  acknowledged: number;
  lists: number;
  /** The events with their times, the first problems and the tally. */
  log: string[];
}

const MEMBERS = 50;
const ADMINS = 3;
/** The average time between two actions of a user. */
const THINK_MS = 500;
/** With six faults, each occurs once a minute. */
const FAULT_INTERVAL_MS = 10_000;
const FAULT_DURATION_MS = 4_000;
/** Only the first problems are logged, since one cause often produces many. */
const MAX_LOGGED_PROBLEMS = 20;

/** Runs 50 members and 3 admins against two processes of the API while one fault after another is injected. */
export async function runLoad(minutes: number, seed: number): Promise<LoadResult> {
  const random = seededRandom(seed);
  const runWord = `load${Date.now().toString(36)}`;
  const firestoreHost = new URL(FIRESTORE).host;
  const users = await createUsers(runWord, MEMBERS, ADMINS);
  const [board, reports] = await Promise.all([db.doc("boards/main").get(), db.collection("issues").count().get()]);
  const base = { revision: board.get("revision") as number, total: reports.data().count };
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
  const ended = AbortSignal.timeout(minutes * 60_000);
  const tally = newTally();
  const journal = newJournal();
  const client = newClient({ nextOrigin: instances.nextOrigin, tally, addProblem, signal: ended });
  const context: ActionContext = { runWord, random, client, journal, ...users, base, addProblem };

  const actAsUser = async (): Promise<void> => {
    while (!ended.aborted) {
      await runRandomAction(context);
      await pause(random(2 * THINK_MS), undefined, { signal: ended }).catch(() => {});
    }
  };
  const faults: string[] = [];
  const injectFaults = async (): Promise<void> => {
    await pause(FAULT_INTERVAL_MS / 2, undefined, { signal: ended }).catch(() => {});
    while (!ended.aborted) {
      const nextAt = Date.now() + FAULT_INTERVAL_MS;
      const fault = FAULTS[faults.length % FAULTS.length]!;
      faults.push(fault.name);
      addLine(fault.name);
      await fault.inject({ proxy, instances, firestoreHost }, FAULT_DURATION_MS);
      addLine("… works again");
      await pause(Math.max(0, nextAt - Date.now()), undefined, { signal: ended }).catch(() => {});
    }
  };

  try {
    await Promise.all([...Array.from({ length: MEMBERS + ADMINS }, actAsUser), injectFaults()]);
    await proxy.settled();
    log.push(...tally.summaryLines((Date.now() - startedAt) / 1000));
    for (const problem of [...(await findProblems(runWord, journal, proxy.committed, base)), ...instances.problems()])
      addProblem(problem);
    return { problems, faults, acknowledged: journal.acknowledged, lists: tally.successes("list"), log };
  } finally {
    await instances.stop();
    await proxy.close();
  }
}

/** These few users send so many calls that the usual rate limits would refuse them. */
const NO_RATE_LIMITS = { LIMITS_WIDTH: "999999" };

async function runRandomAction(context: ActionContext): Promise<void> {
  let remaining = context.random(100);
  for (const { percent, act } of ACTIONS) {
    if (remaining < percent) return await act(context);
    remaining -= percent;
  }
}
