/** The end of the last write in the queue of each document. */
const lastTurns = new Map<string, Promise<void>>();

/**
 * Creates the place of a call in a queue. The writes of this process change a document one after the other: at the same
 * time they would make each other's reads outdated again and again.
 */
export function createQueuePlace() {
  let leave: (() => void) | null = null;
  return {
    /** At its first call, enters the queue of a document and waits for its turn. Returns whether it had to wait. */
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
      await previousTurn;
      return previousTurn !== undefined;
    },
    leave: () => leave?.(),
  };
}
