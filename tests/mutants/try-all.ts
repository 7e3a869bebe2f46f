import type { Candidate } from "./candidates.ts";
import type { Lane } from "./lanes.ts";

/** The result of a mutant: a test failed, no test failed, or the tests could not run. */
export type MutantResult = { kind: "killed"; by: string } | { kind: "survived" } | { kind: "broken"; reason: string };

export interface Trial {
  candidates: Candidate[];
  lanes: Lane[];
  /** Why an engine rejects these rules, or `null`. */
  rejectionReason(candidate: Candidate): Promise<string | null>;
  stopSignal: AbortSignal;
  /** Called with each mutant and its result. */
  onResult(candidate: Candidate, result: MutantResult): void;
}

/** Tries every candidate, one at a time in each lane. */
export async function tryAll({ candidates, lanes, rejectionReason, stopSignal, onResult }: Trial): Promise<void> {
  // There is one Storage emulator with one set of rules, so its mutants go one after another.
  const storage = candidates.filter(({ file }) => file === "storage.rules");
  const firestore = candidates.filter(({ file }) => file === "firestore.rules");
  await Promise.all(
    lanes.map(async (lane, index) => {
      for (const queue of index === 0 ? [storage, firestore] : [firestore]) {
        for (let next = queue.shift(); next !== undefined && !stopSignal.aborted; next = queue.shift()) {
          const reason = await rejectionReason(next);
          onResult(next, reason === null ? await tryOne(lane, next) : { kind: "broken", reason });
        }
      }
    }),
  );
}

async function tryOne(lane: Lane, candidate: Candidate): Promise<MutantResult> {
  const { failed, broken } = await lane.run(candidate);
  if (broken !== null) return { kind: "broken", reason: broken };
  return failed === null ? { kind: "survived" } : { kind: "killed", by: failed };
}
