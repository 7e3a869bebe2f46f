import { reload } from "../../shared/api/query-client.ts";

/** `keepsPlaces`: whether the cards on the screen stay in their places, as after most writes. */
type ReloadListener = (keepsPlaces: boolean) => void;

const listeners = new Set<ReloadListener>();

/** Calls `listener` before each reload of the reports for a write of the user. Returns the function that stops this. */
export function onBeforeReload(listener: ReloadListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Refetches the reports on the screen and removes all others from the cache. Resolves after the refetch. */
export async function reloadIssues(keepsPlaces = true): Promise<void> {
  for (const listener of listeners) listener(keepsPlaces);
  await Promise.all([reload("issues"), reload("report")]);
}
