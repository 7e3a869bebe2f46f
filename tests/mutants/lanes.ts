import { fork } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Candidate } from "./candidates.ts";
import type { Finding, Task } from "./task.ts";

const LANE = fileURLToPath(new URL("lane.ts", import.meta.url));

/** A process that tries changed rules, one after another. */
export interface Lane {
  /** Runs the tests that can tell this mutant, until one does; with `null`, all of them on the rules as they are. */
  run(candidate: Candidate | null): Promise<Finding>;
  close(): void;
}

/**
 * Starts a lane. `folder` is its own; its last name is part of the project's in which the lane tries Firestore rules.
 * `coverage` is where the lane that runs all tests leaves, for all lanes, what they have evaluated.
 */
export async function openLane(folder: string, coverage: string, env: NodeJS.ProcessEnv): Promise<Lane> {
  mkdirSync(folder, { recursive: true });
  const child = fork(LANE, {
    env: { ...process.env, ...env, LOGBOOK_MUTANT: folder, LOGBOOK_MUTANTS_COVERAGE: coverage },
    // The SDK says on standard output what it is refused.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const answer = <T>(): Promise<T> =>
    new Promise((done, fail) => {
      const ended = () => fail(new Error("A process that runs the rules tests has ended."));
      child.once("exit", ended);
      child.once("message", (message) => {
        child.off("exit", ended);
        done(message as T);
      });
    });
  await answer<"ready">();
  const ask = (task: Task): Promise<Finding> => {
    child.send(task as object);
    return answer<Finding>();
  };
  /** Twice where it has to be: what keeps tests from running is seldom the rules. */
  const find = async (task: Task): Promise<Finding> => {
    const finding = await ask(task);
    return finding.broken === null ? finding : ask(task);
  };
  return {
    async run(candidate) {
      if (candidate === null) return find(null);
      const { file, line, where, source } = candidate;
      const place = join(folder, file);
      writeFileSync(place, source);
      try {
        return await find({ file, line, where });
      } finally {
        rmSync(place);
      }
    },
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** Whether the tests that read the rules' text, or weaken it, notice a mutant. `folder` is its own. */
export async function isNoticedByText(
  { file, source }: Candidate,
  folder: string,
  coverage: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  // These tests read the rules when they are loaded.
  writeFileSync(join(folder, file), source);
  const lane = await openLane(folder, coverage, { ...env, LOGBOOK_MUTANT_TEXT: "1" });
  try {
    const { failed, broken } = await lane.run(null);
    return failed !== null || broken !== null;
  } finally {
    lane.close();
  }
}
