import { withTimeout } from "./http/timeout.ts";

// A queue saves tries, no more: preconditions protect the documents. So a write that is slow does not stop the others.
const MAX_WAIT_MS = 1_000;

/** The end of the last write in the queue of each document. */
const lastTurns = new Map<string, Promise<void>>();

/**
 * Creates the place of a call in a queue. The writes of this process change a document one after the other: at the same
 * time they would make each other's reads outdated again and again.
 */
export function createQueuePlace() {
  let leave: (() => void) | null = null;
  return {
    /** At its first call, enters a document's queue and waits, but not long, for its turn. Returns whether it waited. */
    async waitForTurn(document: string): Promise<boolean> {
      if (leave !== null) return false;
      const previousTurn = lastTurns.get(document);
      const turn = new Promise<void>((resolve) => {
        leave = () => {
          resolve();
          if (lastTurns.get(document) === turn) lastTurns.delete(document);
        };
      });
      lastTurns.set(document, turn);
      if (previousTurn === undefined) return false;
      await withTimeout(previousTurn, MAX_WAIT_MS).catch(() => undefined);
      return true;
    },
    leave: () => leave?.(),
  };
}
