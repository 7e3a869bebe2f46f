import type { Candidate } from "./candidates.ts";
import type { Worker } from "./workers.ts";

/** The result of a mutant: a test failed, no test failed, or the tests could not run. */
export type MutantResult = { kind: "killed"; by: string } | { kind: "survived" } | { kind: "broken"; reason: string };

export interface Trial {
  candidates: Candidate[];
  workers: Worker[];
  /** Why an engine rejects these rules, or `null`. */
  rejectionReason(candidate: Candidate): Promise<string | null>;
  stopSignal: AbortSignal;
  /** Called with each mutant and its result. */
  onResult(candidate: Candidate, result: MutantResult): void;
}

/** Tries every candidate; each worker tries one at a time. */
export async function tryAll({ candidates, workers, rejectionReason, stopSignal, onResult }: Trial): Promise<void> {
  // There is one Storage emulator with one set of rules, so its mutants go one after another.
  const storage = candidates.filter(({ file }) => file === "storage.rules");
  const firestore = candidates.filter(({ file }) => file === "firestore.rules");
  await Promise.all(
    workers.map(async (worker, index) => {
      for (const queue of index === 0 ? [storage, firestore] : [firestore]) {
        for (let next = queue.shift(); next !== undefined && !stopSignal.aborted; next = queue.shift()) {
          const reason = await rejectionReason(next);
          onResult(next, reason === null ? await tryOne(worker, next) : { kind: "broken", reason });
        }
      }
    }),
  );
}

async function tryOne(worker: Worker, candidate: Candidate): Promise<MutantResult> {
  const { failed, broken } = await worker.run(candidate);
  if (broken !== null) return { kind: "broken", reason: broken };
  return failed === null ? { kind: "survived" } : { kind: "killed", by: failed };
}
