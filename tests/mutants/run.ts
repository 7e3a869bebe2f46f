import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import { startStep } from "../../suite/command-line/progress.mjs";
import { startEmptySuite } from "../../suite/launcher/empty-suite.ts";
import type { TestResult } from "../run/checks.ts";
import { allCandidates, type Candidate, describeMutant, type Selection, selectCandidates } from "./candidates.ts";
import { rejectionReason } from "./rejection.ts";
import { startWorker, type Worker } from "./workers.ts";

/** Which mutants to try, and how. */
export interface MutantOptions extends Selection {
  /** How many mutants are tried at once. */
  workers?: number;
  /** Whether to print the test that found each mutant. */
  verbose?: boolean;
}

/** More workers would wait for the one Firestore emulator. */
const MAX_DEFAULT_WORKERS = 4;

/** Tries mutants of the rules in a suite of their own. Prints the mutants that no test found; these count as failed. */
export async function runMutants(options: MutantOptions, stopSignal: AbortSignal): Promise<TestResult> {
  const selectedCandidates = selectCandidates(allCandidates(), options);
  const candidates = selectedCandidates.filter(({ equivalentBecause }) => equivalentBecause === null);
  const workerCount = options.workers ?? Math.min(MAX_DEFAULT_WORKERS, availableParallelism());
  const suite = await startEmptySuite(stopSignal, {
    purpose: "the mutants",
    projectId: "demo-logbook-mutants",
    page: "placeholder",
    storesOnly: true,
  });
  const folder = mkdtempSync(join(tmpdir(), "logbook-mutants-"));
  const workers: Worker[] = [];
  try {
    while (workers.length < workerCount) {
      const workerFolder = join(folder, `worker${workers.length}`);
      workers.push(await startWorker(workerFolder, join(folder, "coverage"), suite.env));
    }
    await tryUnchangedRules(workers[0]!);
    const startedAt = Date.now();
    const elapsedTime = () => `${((Date.now() - startedAt) / 60_000).toFixed(1)} min`;
    let triedCount = 0;
    let killedCount = 0;
    const tryMutant = async (worker: Worker, candidate: Candidate): Promise<void> => {
      const rejection = await rejectionReason(suite.env, candidate.file, candidate.source);
      const { failedTest, problem } =
        rejection === null ? await worker.run(candidate) : { failedTest: null, problem: rejection };
      if (problem !== null) console.log(`NOT TRIED ${describeMutant(candidate)}\n          ${problem}`);
      else if (failedTest === null) console.log(`SURVIVED  ${describeMutant(candidate)}`);
      else {
        killedCount += 1;
        if (options.verbose) console.log(`killed    ${describeMutant(candidate)}\n          ${failedTest}`);
      }
      triedCount += 1;
      if (triedCount % 100 === 0) console.log(`${triedCount} of ${candidates.length} tried, ${elapsedTime()}`);
    };
    console.log(`Trying ${candidates.length} mutants…`);
    // The Storage emulator has only one set of rules, so only the first worker tries mutants of storage.rules.
    const storageQueue = candidates.filter(({ file }) => file === "storage.rules");
    const firestoreQueue = candidates.filter(({ file }) => file === "firestore.rules");
    await Promise.all(
      workers.map(async (worker, index) => {
        const queues = index === 0 ? [storageQueue, firestoreQueue] : [firestoreQueue];
        for (const queue of queues)
          while (queue.length > 0 && !stopSignal.aborted) await tryMutant(worker, queue.shift()!);
      }),
    );
    const equivalentCount = selectedCandidates.length - candidates.length;
    const killedOfAll = `${killedCount}/${candidates.length}`;
    console.log(
      `\n${killedOfAll} killed by a verdict of an engine; ${equivalentCount} are equivalent; ${elapsedTime()}`,
    );
    return { passed: killedCount, failed: candidates.length - killedCount };
  } finally {
    for (const worker of workers) worker.close();
    await suite.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryUnchangedRules(worker: Worker): Promise<void> {
  const progress = startStep("Running the rules tests on the rules as they are");
  const { failedTest, problem } = await worker.run(null);
  if (failedTest === null && problem === null) return progress.done();
  progress.failed();
  throw new CommandError(`A rules test fails on the rules as they are: ${failedTest ?? problem}`);
}
