import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../bench/src/data/random.ts";
import { startFirestoreProxy } from "../support/firestore-proxy.ts";
import { db, FIRESTORE } from "../support/suite.ts";
import { ACTIONS, type ActionContext } from "./actions.ts";
import { createVisitors } from "./actors.ts";
import { newClient } from "./client.ts";
import { FAULTS } from "./faults.ts";
import { startInstances } from "./instances.ts";
import { newJournal } from "./journal.ts";
import { newTally } from "./tally.ts";
import { compare } from "./verdict.ts";

/** How a load is run. `say` is told what happens as it happens. */
export interface LoadOptions {
  minutes: number;
  faultEverySeconds: number;
  seed: number;
  say(line: string): void;
  /** Ends it early. */
  asked: AbortSignal;
}

/** How it went: nothing in `problems` is the good verdict. */
export interface LoadResult {
  problems: string[];
  /** The faults that happened, in their order. */
  faults: string[];
  acknowledged: number;
  lists: number;
}

const MEMBERS = 50;
const ADMINS = 3;
/** Between two things that one person does, on average. */
const THINK_MS = 500;
/** The same error tends to be reported often. */
const MOST_TOLD = 20;

/** Has 50 members and 3 admins use two processes of the API while one thing after another is put out of order. */
export async function runLoad({ minutes, faultEverySeconds, seed, say, asked }: LoadOptions): Promise<LoadResult> {
  const random = seededRandom(seed);
  const run = `load${Date.now().toString(36)}`;
  const firestoreHost = new URL(FIRESTORE).host;
  const people = await createVisitors(run, MEMBERS, ADMINS);
  const [board, reports] = await Promise.all([db.doc("boards/main").get(), db.collection("issues").count().get()]);
  const base = { revision: board.get("revision") as number, total: reports.data().count };
  const proxy = await startFirestoreProxy(firestoreHost);
  const instances = await startInstances(proxy.host, WIDE_LIMITS);

  const problems: string[] = [];
  let told = 0;
  const wrong = (problem: string): void => {
    problems.push(problem);
    told += 1;
    if (told <= MOST_TOLD) say(`WRONG: ${problem}`);
  };
  const over = new AbortController();
  const until = AbortSignal.any([over.signal, asked]);
  const tally = newTally();
  const journal = newJournal();
  const client = newClient({ nextOrigin: instances.next, tally, wrong, hurry: until });
  const context: ActionContext = { run, random, client, journal, ...people, base, wrong };

  const person = async (): Promise<void> => {
    while (!until.aborted) {
      await anyAction(context);
      await pause(random(2 * THINK_MS), undefined, { signal: until }).catch(() => {});
    }
  };
  const faults: string[] = [];
  const trouble = async (): Promise<void> => {
    await pause((faultEverySeconds * 1000) / 2, undefined, { signal: until }).catch(() => {});
    while (!until.aborted) {
      const began = Date.now();
      const fault = FAULTS[faults.length % FAULTS.length]!;
      faults.push(fault.name);
      say(`${clock()} ${fault.name}`);
      await fault.happen({ proxy, instances, firestoreHost }, Math.min(15_000, faultEverySeconds * 400));
      say(`${clock()} … and is well again after ${Math.round((Date.now() - began) / 1000)} s`);
      const rest = began + faultEverySeconds * 1000 - Date.now();
      await pause(Math.max(0, rest), undefined, { signal: until }).catch(() => {});
    }
  };

  const began = Date.now();
  const clock = (): string => `${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s`;
  try {
    const end = pause(minutes * 60_000, undefined, { signal: asked })
      .catch(() => {})
      .then(() => over.abort());
    const troubles = trouble();
    await Promise.all([...Array.from({ length: MEMBERS + ADMINS }, person), end, troubles]);
    await proxy.settled();
    told = 0;
    for (const line of tally.lines((Date.now() - began) / 1000)) say(line);
    for (const problem of [...(await compare(run, journal, proxy.committed, base)), ...instances.problems()])
      wrong(problem);
    return { problems, faults, acknowledged: journal.acknowledged, lists: tally.done("list") };
  } finally {
    await instances.stop();
    await proxy.close();
  }
}

/** So many calls come from so few people that the limits on abuse would stop them. */
const WIDE_LIMITS = { LIMITS_WIDTH: "999999" };

async function anyAction(context: ActionContext): Promise<void> {
  let at = context.random(100);
  for (const { share, act } of ACTIONS) {
    if (at < share) return await act(context);
    at -= share;
  }
}
