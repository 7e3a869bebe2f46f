/** Thrown when something we wait for did not come in time. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
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
