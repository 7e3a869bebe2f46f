let underWay = 0;

/** Whether a write of this page waits for its answer. */
export function hasPendingWrites(): boolean {
  return underWay > 0;
}

/** Counts `write` as under way until it is answered. */
export async function trackWrite<T>(write: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await write;
  } finally {
    underWay -= 1;
  }
}
