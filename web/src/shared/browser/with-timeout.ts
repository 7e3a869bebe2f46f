export class TimeoutError extends Error {}

/** Settles as `promise` does, or rejects with a `TimeoutError` if `promise` takes longer than `timeoutMs`. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new TimeoutError(`No result within ${timeoutMs} ms.`)), timeoutMs);
    promise.then(resolve, reject);
  });
}
