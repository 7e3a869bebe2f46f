import type { Failure, Result } from "../../shared/api/result.ts";

export interface RunProgress {
  /** How many of the items are done or have failed. */
  finished: number;
  /** The seconds until the next try, while the API takes no more writes of this member; `null` otherwise. */
  waitSeconds: number | null;
}

export interface RunOutcome<Item> {
  done: readonly Item[];
  failed: readonly { item: Item; failure: Failure }[];
}

interface RunOptions {
  onProgress: (progress: RunProgress) => void;
  /** Resolves after a time, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborting stops before the next item; a call that was sent is waited for. */
  signal: AbortSignal;
}

/**
 * Makes a call for each item, one after the other, because each write moves the board. Waits if the API asks for it
 * (`retryAfter`), and goes on after a refusal. Stops if no response arrives: then nothing is known of the API.
 */
export async function runEach<Item>(
  items: readonly Item[],
  perform: (item: Item) => Promise<Result<unknown>>,
  { onProgress, sleep, signal }: RunOptions,
): Promise<RunOutcome<Item>> {
  const done: Item[] = [];
  const failed: { item: Item; failure: Failure }[] = [];
  for (const [index, item] of items.entries()) {
    if (signal.aborted) break;
    onProgress({ finished: index, waitSeconds: null });
    let result = await perform(item);
    while (!result.ok && result.retryAfter !== undefined) {
      onProgress({ finished: index, waitSeconds: result.retryAfter });
      await sleep(result.retryAfter * 1_000, signal);
      if (signal.aborted) return { done, failed };
      onProgress({ finished: index, waitSeconds: null });
      result = await perform(item);
    }
    if (result.ok) done.push(item);
    else failed.push({ item, failure: result });
    if (!result.ok && result.kind === "network") break;
  }
  return { done, failed };
}

export function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
