import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "../firestore/rest.ts";
import { TimeoutError } from "../http/timeout.ts";

const MAX_FAILURES = 10;
const MAX_PAUSE_MS = 200;

/**
 * Repeats `commitSome`, which reads and commits a part of the work, until it says that all is done. A commit that is
 * refused because others have changed its documents is tried again. Throws a `TimeoutError` at `deadline`
 * (milliseconds), while Firestore cannot be reached, or if a part is refused again and again.
 */
export async function repeatUntilCommitted(
  commitSome: () => Promise<Outcome<object> | "done">,
  deadline: number,
): Promise<void> {
  let failures = 0;
  for (;;) {
    if (Date.now() > deadline) throw new TimeoutError("The work takes too long.");
    const outcome = await commitSome();
    if (outcome === "done") return;
    if (!("refusal" in outcome)) {
      failures = 0;
      continue;
    }
    failures += 1;
    if (outcome.refusal === "UNAVAILABLE" || failures === MAX_FAILURES)
      throw new TimeoutError(`Firestore refused a commit: ${outcome.refusal}.`);
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
}
