import { fork } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Candidate } from "./candidates.ts";

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

/** A mutant, whose rules are a file in the worker's folder, or `null` for the unchanged rules. */
export type Task = { file: string; line: number; where: string } | null;

/** A worker's report after a task. Both fields are `null` if all tests passed. */
export interface Finding {
  /** The name of the first test that failed. */
  failedTest: string | null;
  /** Why the tests could not run. */
  problem: string | null;
}

/** A process that tries changed rules, one after another. */
export interface Worker {
  /** Runs the tests that can find this mutant until one fails; with `null`, all tests on the unchanged rules. */
  run(candidate: Candidate | null): Promise<Finding>;
  close(): void;
}

/**
 * Starts a worker. The name of its own `folder` becomes part of the name of its Firestore project. The worker that runs
 * all tests writes their coverage into `coverageFolder`, which all workers read.
 */
export async function startWorker(folder: string, coverageFolder: string, env: NodeJS.ProcessEnv): Promise<Worker> {
  mkdirSync(folder, { recursive: true });
  const child = fork(WORKER, {
    env: { ...process.env, ...env, LOGBOOK_MUTANT: folder, LOGBOOK_MUTANTS_COVERAGE: coverageFolder },
    // Standard output is ignored, because the SDK prints every refused request there.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const nextMessage = <T>(): Promise<T> =>
    new Promise((done, fail) => {
      const onExit = () => fail(new Error("A process that runs the rules tests has ended."));
      child.once("exit", onExit);
      child.once("message", (message) => {
        child.off("exit", onExit);
        done(message as T);
      });
    });
  await nextMessage<"ready">();
  const sendTask = (task: Task): Promise<Finding> => {
    child.send(task as object);
    return nextMessage<Finding>();
  };
  // If tests could not run, run the task a second time, because the reason is seldom the mutant.
  const runTask = async (task: Task): Promise<Finding> => {
    const finding = await sendTask(task);
    return finding.problem === null ? finding : sendTask(task);
  };
  return {
    async run(candidate) {
      if (candidate === null) return runTask(null);
      const { file, line, where, source } = candidate;
      const rulesFile = join(folder, file);
      writeFileSync(rulesFile, source);
      try {
        return await runTask({ file, line, where });
      } finally {
        rmSync(rulesFile);
      }
    },
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}
