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
import { compare } from "./verdict.ts";

export interface LoadOptions {
  minutes: number;
  faultEverySeconds: number;
  seed: number;
  log(line: string): void;
}

export interface LoadResult {
  problems: string[];
  /** The injected faults in their order. */
  faults: string[];
  acknowledged: number;
  lists: number;
}

const MEMBERS = 50;
const ADMINS = 3;
/** The average time between two actions of a user. */
const THINK_MS = 500;
/** Only the first problems are logged, since one cause often produces many. */
const MAX_LOGGED_PROBLEMS = 20;

/** Runs 50 members and 3 admins against two processes of the API while one fault after another is injected. */
export async function runLoad({ minutes, faultEverySeconds, seed, log }: LoadOptions): Promise<LoadResult> {
  const random = seededRandom(seed);
  const runWord = `load${Date.now().toString(36)}`;
  const firestoreHost = new URL(FIRESTORE).host;
  const users = await createUsers(runWord, MEMBERS, ADMINS);
  const [board, reports] = await Promise.all([db.doc("boards/main").get(), db.collection("issues").count().get()]);
  const base = { revision: board.get("revision") as number, total: reports.data().count };
  const proxy = await startFirestoreProxy(firestoreHost);
  const instances = await startInstances(proxy.host, WIDE_LIMITS);

  const problems: string[] = [];
  let logged = 0;
  const addProblem = (problem: string): void => {
    problems.push(problem);
    logged += 1;
    if (logged <= MAX_LOGGED_PROBLEMS) log(`WRONG: ${problem}`);
  };
  const timeUp = new AbortController();
  const ended = timeUp.signal;
  const tally = newTally();
  const journal = newJournal();
  const client = newClient({ nextOrigin: instances.next, tally, addProblem, signal: ended });
  const context: ActionContext = { runWord, random, client, journal, ...users, base, addProblem };

  const actAsUser = async (): Promise<void> => {
    while (!ended.aborted) {
      await anyAction(context);
      await pause(random(2 * THINK_MS), undefined, { signal: ended }).catch(() => {});
    }
  };
  const faults: string[] = [];
  const injectFaults = async (): Promise<void> => {
    await pause((faultEverySeconds * 1000) / 2, undefined, { signal: ended }).catch(() => {});
    while (!ended.aborted) {
      const began = Date.now();
      const fault = FAULTS[faults.length % FAULTS.length]!;
      faults.push(fault.name);
      log(`${clock()} ${fault.name}`);
      await fault.inject({ proxy, instances, firestoreHost }, Math.min(15_000, faultEverySeconds * 400));
      log(`${clock()} … works again after ${Math.round((Date.now() - began) / 1000)} s`);
      const remaining = began + faultEverySeconds * 1000 - Date.now();
      await pause(Math.max(0, remaining), undefined, { signal: ended }).catch(() => {});
    }
  };

  const began = Date.now();
  const clock = (): string => `${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s`;
  try {
    const end = pause(minutes * 60_000).then(() => timeUp.abort());
    const faultsInjected = injectFaults();
    await Promise.all([...Array.from({ length: MEMBERS + ADMINS }, actAsUser), end, faultsInjected]);
    await proxy.settled();
    logged = 0;
    for (const line of tally.lines((Date.now() - began) / 1000)) log(line);
    for (const problem of [...(await compare(runWord, journal, proxy.committed, base)), ...instances.problems()])
      addProblem(problem);
    return { problems, faults, acknowledged: journal.acknowledged, lists: tally.done("list") };
  } finally {
    await instances.stop();
    await proxy.close();
  }
}

/** These few users send so many calls that the usual rate limits would refuse them. */
const WIDE_LIMITS = { LIMITS_WIDTH: "999999" };

async function anyAction(context: ActionContext): Promise<void> {
  let at = context.random(100);
  for (const { share, act } of ACTIONS) {
    if (at < share) return await act(context);
    at -= share;
  }
}
