import { queryClient } from "./query-client.ts";

/** Asks anew for the lists of reports that are shown, and forgets the others; resolves once the shown ones are there. */
export const reloadIssues = (): Promise<void> => reload("issues");

/** The same, and for the lists of what was deleted. */
export async function reloadIssuesAndTrash(): Promise<void> {
  await Promise.all([reloadIssues(), reload("trash")]);
}

async function reload(lists: string): Promise<void> {
  // Shown first as it was and then as it is, a list would move under the hand.
  queryClient.removeQueries({ queryKey: [lists], type: "inactive" });
  await queryClient.invalidateQueries({ queryKey: [lists] });
}
