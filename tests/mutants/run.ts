import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import { startStep } from "../../suite/command-line/progress.mjs";
import { startEmptySuite } from "../../suite/launcher/empty-suite.ts";
import type { Outcome } from "../run/checks.ts";
import { allCandidates, type Candidate, describeMutant, type Selection, select } from "./candidates.ts";
import { rejectionReason } from "./rejection.ts";
import { type MutantResult, tryAll } from "./try-all.ts";
import { isFoundByText, startWorker, type Worker } from "./workers.ts";

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
    const results: MutantResult["kind"][] = [];
    const survivors: Candidate[] = [];
    const onResult = (candidate: Candidate, result: MutantResult) => {
      results.push(result.kind);
      if (result.kind === "survived") survivors.push(candidate);
      if (result.kind === "survived") console.log(`SURVIVED  ${describeMutant(candidate)}`);
      if (result.kind === "broken") console.log(`NOT TRIED ${describeMutant(candidate)}\n          ${result.reason}`);
      if (result.kind === "killed" && options.verbose)
        console.log(`killed    ${describeMutant(candidate)}\n          ${result.by}`);
      if (results.length % 100 === 0) console.log(`${results.length} of ${candidates.length} tried, ${minutes()}`);
    };
    console.log(`Trying ${candidates.length} mutants…`);
    await tryAll({
      candidates,
      workers,
      rejectionReason: ({ file, source }) => rejectionReason(suite.env, file, source),
      stopSignal,
      onResult,
    });
    const killed = results.filter((kind) => kind === "killed").length;
    let byText = 0;
    for (const [index, survivor] of survivors.entries()) {
      if (stopSignal.aborted) break;
      const folder = join(scratch, `text${index}`);
      if (await isFoundByText(survivor, folder, join(scratch, "text-coverage"), suite.env)) byText += 1;
    }
    const equivalent = chosen.length - candidates.length;
    console.log(
      `\n${killed}/${candidates.length} killed by a verdict of an engine, ${byText} more noticed by their text alone; ` +
        `${equivalent} are equivalent; ${minutes()}`,
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
