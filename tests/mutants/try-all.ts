import type { Candidate } from "./candidates.ts";
import type { Lane } from "./lanes.ts";

/** What became of a mutant: found out by a test, or by none, or the tests could not be run. */
export type Fate = { kind: "killed"; by: string } | { kind: "survived" } | { kind: "broken"; why: string };

export interface Trial {
  candidates: Candidate[];
  lanes: Lane[];
  /** Why an engine would not take these rules, or `null`. */
  rejectionReason(candidate: Candidate): Promise<string | null>;
  stopSignal: AbortSignal;
  /** Told of each as it is tried. */
  onFate(candidate: Candidate, fate: Fate): void;
}

/** Tries every candidate, as many at once as there are lanes. */
export async function tryAll({ candidates, lanes, rejectionReason, stopSignal, onFate }: Trial): Promise<void> {
  // There is one Storage emulator with one set of rules, so its mutants go one after another.
  const storage = candidates.filter(({ file }) => file === "storage.rules");
  const firestore = candidates.filter(({ file }) => file === "firestore.rules");
  await Promise.all(
    lanes.map(async (lane, index) => {
      for (const queue of index === 0 ? [storage, firestore] : [firestore]) {
        for (let next = queue.shift(); next !== undefined && !stopSignal.aborted; next = queue.shift()) {
          const why = await rejectionReason(next);
          onFate(next, why === null ? await tryOne(lane, next) : { kind: "broken", why });
        }
      }
    }),
  );
}

async function tryOne(lane: Lane, candidate: Candidate): Promise<Fate> {
  const { failed, broken } = await lane.run(candidate);
  if (broken !== null) return { kind: "broken", why: broken };
  return failed === null ? { kind: "survived" } : { kind: "killed", by: failed };
}
