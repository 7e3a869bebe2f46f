import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import { startStep } from "../../suite/command-line/progress.mjs";
import { startEmptySuite } from "../../suite/launcher/empty-suite.ts";
import type { Outcome } from "../run/checks.ts";
import { allCandidates, type Candidate, describeMutant, type Selection, select } from "./candidates.ts";
import { rejectionReason } from "./rejection.ts";
import { startWorker, type Worker } from "./workers.ts";

/** Which mutants to try, how many at once, and whether to name the test that found each. */
export interface MutantOptions extends Selection {
  workers?: number;
  verbose?: boolean;
}

/** Tries mutants of the rules in a suite of their own and prints those that no test found; these count as failed. */
export async function runMutants(options: MutantOptions, stopSignal: AbortSignal): Promise<Outcome> {
  const chosen = select(allCandidates(), options);
  const candidates = chosen.filter(({ because }) => because === null);
  const count = options.workers ?? Math.min(4, availableParallelism());
  const suite = await startEmptySuite(stopSignal, {
    name: "the mutants",
    projectId: "demo-logbook-mutants",
    page: "placeholder",
    storesOnly: true,
  });
  const scratch = mkdtempSync(join(tmpdir(), "logbook-mutants-"));
  const workers: Worker[] = [];
  try {
    while (workers.length < count)
      workers.push(await startWorker(join(scratch, `worker${workers.length}`), join(scratch, "coverage"), suite.env));
    await tryUnchanged(workers[0]!);
    const startedAt = Date.now();
    const minutes = () => `${((Date.now() - startedAt) / 60_000).toFixed(1)} min`;
    let [tried, killed] = [0, 0];
    const tryMutant = async (worker: Worker, candidate: Candidate): Promise<void> => {
      const rejection = await rejectionReason(suite.env, candidate.file, candidate.source);
      const { failed, broken } = rejection === null ? await worker.run(candidate) : { failed: null, broken: rejection };
      if (broken !== null) console.log(`NOT TRIED ${describeMutant(candidate)}\n          ${broken}`);
      else if (failed === null) console.log(`SURVIVED  ${describeMutant(candidate)}`);
      else {
        killed += 1;
        if (options.verbose) console.log(`killed    ${describeMutant(candidate)}\n          ${failed}`);
      }
      tried += 1;
      if (tried % 100 === 0) console.log(`${tried} of ${candidates.length} tried, ${minutes()}`);
    };
    console.log(`Trying ${candidates.length} mutants…`);
    // There is one Storage emulator with one set of rules, so only the first worker tries its mutants.
    const storage = candidates.filter(({ file }) => file === "storage.rules");
    const firestore = candidates.filter(({ file }) => file === "firestore.rules");
    await Promise.all(
      workers.map(async (worker, index) => {
        for (const queue of index === 0 ? [storage, firestore] : [firestore])
          for (let next = queue.shift(); next !== undefined && !stopSignal.aborted; next = queue.shift())
            await tryMutant(worker, next);
      }),
    );
    const equivalent = chosen.length - candidates.length;
    console.log(
      `\n${killed}/${candidates.length} killed by a verdict of an engine; ${equivalent} are equivalent; ${minutes()}`,
    );
    return { passed: killed, failed: candidates.length - killed };
  } finally {
    for (const worker of workers) worker.close();
    await suite.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function tryUnchanged(worker: Worker): Promise<void> {
  const step = startStep("Running the rules tests on the rules as they are");
  const { failed, broken } = await worker.run(null);
  if (failed === null && broken === null) return step.done();
  step.failed();
  throw new CommandError(`A rules test fails on the rules as they are: ${failed ?? broken}`);
}
