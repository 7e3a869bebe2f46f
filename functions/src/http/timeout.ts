import type { Readable } from "node:stream";

/** Thrown when something we wait for did not come in time. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/**
 * The pieces of a stream, which is destroyed with a `TimeoutError` once a piece has been waited for as long as that. The
 * time that whoever takes the pieces needs does not count.
 */
export async function* unlessSilent<T>(milliseconds: number, stream: Readable): AsyncGenerator<T> {
  let isWaiting = true;
  const timer = setTimeout(() => {
    if (isWaiting) stream.destroy(new TimeoutError("No answer in time."));
  }, milliseconds);
  try {
    for await (const piece of stream) {
      isWaiting = false;
      yield piece as T;
      isWaiting = true;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The promise's value, or a `TimeoutError` after `milliseconds`. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError("No answer in time.")), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
