import { queryClient } from "./query-client.ts";

/** Refetches the reports on the screen and removes all others from the cache. Resolves after the refetch. */
export async function reloadIssues(): Promise<void> {
  await Promise.all([reload("issues"), reload("report")]);
}

export async function reloadIssuesAndTrash(): Promise<void> {
  await Promise.all([reloadIssues(), reload("trash")]);
}

async function reload(queryName: string): Promise<void> {
  // A cached list would first appear with its old reports, and its cards would move while the user reads them.
  queryClient.removeQueries({ queryKey: [queryName], type: "inactive" });
  await queryClient.invalidateQueries({ queryKey: [queryName] });
}
