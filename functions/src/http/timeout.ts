import type { Readable } from "node:stream";

/** How long a call to Auth, Firestore or Storage may take. */
export const REQUEST_TIMEOUT_MS = 10_000;

export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** Waits for `promise`. Rejects with a `TimeoutError` after `timeoutMs`. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs = REQUEST_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError("No response in time.")), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Yields the chunks of a stream. Destroys the stream if the reader waits for a chunk longer than `timeoutMs`. */
export async function* withIdleTimeout<T>(stream: Readable, timeoutMs = REQUEST_TIMEOUT_MS): AsyncGenerator<T> {
  let isWaitingForChunk = true;
  const timer = setTimeout(() => {
    if (isWaitingForChunk) stream.destroy(new TimeoutError("No response in time."));
  }, timeoutMs);
  try {
    for await (const chunk of stream) {
      isWaitingForChunk = false;
      yield chunk as T;
      isWaitingForChunk = true;
      // refresh() starts the timer again even if it ended, without effect, while the reader was slow.
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}
