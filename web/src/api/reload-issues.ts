/** Asks anew for every list of reports that is shown or kept; resolves once the shown one is there. */
export const reloadIssues = (): Promise<void> => reload("issues");

/** The same, and for every list of what was deleted. */
export async function reloadIssuesAndTrash(): Promise<void> {
  await Promise.all([reloadIssues(), reload("trash")]);
}

async function reload(lists: string): Promise<void> {
  // Loaded long since when somebody acts, but not before the first picture.
  const { queryClient } = await import("./query-client.ts");
  await queryClient.invalidateQueries({ queryKey: [lists] });
}
