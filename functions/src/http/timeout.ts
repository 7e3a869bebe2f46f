import type { Readable } from "node:stream";

/** How long a call of Auth, Firestore or Storage may take. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** Thrown when an operation takes longer than its timeout. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The value of `promise`; rejects with a `TimeoutError` after `timeoutMs`. */
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

/**
 * The chunks of a stream, which is destroyed with a `TimeoutError` when it sends nothing for `timeoutMs`. The time that
 * the consumer spends on a chunk does not count.
 */
export async function* withIdleTimeout<T>(stream: Readable, timeoutMs = REQUEST_TIMEOUT_MS): AsyncGenerator<T> {
  let isWaiting = true;
  const timer = setTimeout(() => {
    if (isWaiting) stream.destroy(new TimeoutError("No response in time."));
  }, timeoutMs);
  try {
    for await (const chunk of stream) {
      isWaiting = false;
      yield chunk as T;
      isWaiting = true;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}
