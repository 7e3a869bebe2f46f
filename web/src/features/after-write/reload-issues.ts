import { reload } from "../../shared/api/query-client.ts";

const listeners = new Set<() => void>();

/** Calls `listener` before each reload of the reports for a write of the user. Returns the function that stops this. */
export function onBeforeReload(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Refetches the reports on the screen and removes all others from the cache. Resolves after the refetch. */
export async function reloadIssues(): Promise<void> {
  for (const listener of listeners) listener();
  await Promise.all([reload("issues"), reload("report")]);
}
