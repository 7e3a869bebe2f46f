import { reload } from "../../shared/api/query-client.ts";

/** Refetches the reports on the screen and removes all others from the cache. Resolves after the refetch. */
export async function reloadIssues(): Promise<void> {
  await Promise.all([reload("issues"), reload("report")]);
}
