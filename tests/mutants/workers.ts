import { fork } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Candidate } from "./candidates.ts";

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

/** A mutant, whose rules are in the worker's folder; `null` for the unchanged rules. */
export type Task = { file: string; line: number; where: string } | null;

/** The name of the first test that failed, or why the tests could not run; both `null` if all passed. */
export interface Finding {
  failed: string | null;
  broken: string | null;
}

/** A process that tries changed rules, one after another. */
export interface Worker {
  /** Runs the tests that can find this mutant until one fails; with `null`, all tests on the unchanged rules. */
  run(candidate: Candidate | null): Promise<Finding>;
  close(): void;
}

/**
 * Starts a worker. The name of its own `folder` becomes part of the name of its Firestore project. The worker that runs
 * all tests writes their coverage into the folder `coverage`, which all workers read.
 */
export async function startWorker(folder: string, coverage: string, env: NodeJS.ProcessEnv): Promise<Worker> {
  mkdirSync(folder, { recursive: true });
  const child = fork(WORKER, {
    env: { ...process.env, ...env, LOGBOOK_MUTANT: folder, LOGBOOK_MUTANTS_COVERAGE: coverage },
    // The SDK prints refused requests on standard output.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const nextMessage = <T>(): Promise<T> =>
    new Promise((done, fail) => {
      const ended = () => fail(new Error("A process that runs the rules tests has ended."));
      child.once("exit", ended);
      child.once("message", (message) => {
        child.off("exit", ended);
        done(message as T);
      });
    });
  await nextMessage<"ready">();
  const sendTask = (task: Task): Promise<Finding> => {
    child.send(task as object);
    return nextMessage<Finding>();
  };
  // If tests cannot run, run the task a second time: the rules are seldom the reason.
  const runTask = async (task: Task): Promise<Finding> => {
    const finding = await sendTask(task);
    return finding.broken === null ? finding : sendTask(task);
  };
  return {
    async run(candidate) {
      if (candidate === null) return runTask(null);
      const { file, line, where, source } = candidate;
      const path = join(folder, file);
      writeFileSync(path, source);
      try {
        return await runTask({ file, line, where });
      } finally {
        rmSync(path);
      }
    },
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}
