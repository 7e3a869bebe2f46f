import { delayBeforeRetry, mayRetry } from "../api/query-client.ts";
import { ApiError, type Failure, type Result } from "../api/result.ts";

/** How far a download is: `done` of `total` things, such as `reports`. */
export interface Progress {
  done: number;
  total: number;
  unit: string;
}

/** What the calls of a download need. */
export interface DownloadTask {
  signal: AbortSignal;
  setProgress: (progress: Progress) => void;
  /** Asks the user to try again after a failure that may pass; resolves when they do. */
  waitForUser: (failure: Failure) => Promise<void>;
}

/**
 * Makes a call of the API. After a failure that may pass, it is made again: some times by itself, then each time that
 * the user wants. Throws an `ApiError` for any other failure, and the signal's reason after a cancellation.
 */
export async function callUntilDone<T>(
  { signal, waitForUser }: DownloadTask,
  send: (signal: AbortSignal) => Promise<Result<T>>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await send(signal);
    signal.throwIfAborted();
    if (result.ok) return result.data;
    const error = new ApiError(result);
    if (mayRetry(attempt, error)) await wait(delayBeforeRetry(attempt, error), signal);
    // Without the number of attempts: only a failure that may pass is worth another try.
    else if (mayRetry(0, error)) await waitForUser(result);
    else throw error;
    signal.throwIfAborted();
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
