/** Asks anew for every list that is shown or kept; resolves once the shown one is there. */
export async function reloadIssues(): Promise<void> {
  // Loaded long since when somebody acts, but not before the first picture.
  const { queryClient } = await import("./query-client.ts");
  await queryClient.invalidateQueries({ queryKey: ["issues"] });
}
