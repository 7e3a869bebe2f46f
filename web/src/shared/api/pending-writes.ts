let pendingWrites = 0;

/** Whether this page waits for the response to a write. Live updates are delayed until the response arrives. */
export function hasPendingWrites(): boolean {
  return pendingWrites > 0;
}

/** Counts the write as pending until it settles. */
export async function trackWrite<T>(write: Promise<T>): Promise<T> {
  pendingWrites += 1;
  try {
    return await write;
  } finally {
    pendingWrites -= 1;
  }
}
