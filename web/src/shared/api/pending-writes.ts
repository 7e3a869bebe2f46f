let pendingWrites = 0;

/** Whether this page waits for the response to a write. Live updates wait for it, too. */
export function hasPendingWrites(): boolean {
  return pendingWrites > 0;
}

export async function trackWrite<T>(write: Promise<T>): Promise<T> {
  pendingWrites += 1;
  try {
    return await write;
  } finally {
    pendingWrites -= 1;
  }
}
