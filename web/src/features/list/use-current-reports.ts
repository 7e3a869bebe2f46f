import type { Issue } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { unwrap } from "../../shared/api/result.ts";
import { serverNow } from "../../shared/time/server-time.ts";
import { type IssueChanges, type ListView, listChanges } from "./list-issues.ts";
import { mergeChanges } from "./use-changes.ts";

/**
 * The present state of reports that the shown page of the list may not have, in the order of `shownIssues`, and the ids
 * of those that were deleted since. Each write of the user loads them again. `name` tells such lists apart.
 */
export function useCurrentReports(
  name: string,
  { filters }: ListView,
  shownIssues: readonly Issue[],
  options: { retry?: boolean } = {},
) {
  const client = useQueryClient();
  const ids = shownIssues.map(({ id }) => id);
  // The key begins like the key of the list, so each write of the user reloads these reports too.
  const queryKey = ["issues", name, ids];
  const { data: currentIssues } = useQuery<readonly Issue[]>({
    queryKey,
    queryFn: async () => {
      // With the present time as `since`, the response has only the reports with these ids, and no newer ones.
      const since = new Date(serverNow()).toISOString();
      return (await unwrap(listChanges({ filters, since, ids }))).issues;
    },
    enabled: ids.length > 0,
    // `shownIssues` come from recent responses, so only a write of the user requests them again.
    initialData: shownIssues,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    ...options,
    meta: { failure: "Failed to load issues:" },
  });
  const merged = useMemo(() => mergeChanges(shownIssues, currentIssues), [shownIssues, currentIssues]);
  return {
    ...merged,
    /** Updates these reports from a response that also has the reports of the list. */
    updateFrom: (changes: IssueChanges) => {
      if (ids.length === 0) return;
      client.setQueryData(
        queryKey,
        changes.issues.filter(({ id }) => ids.includes(id)),
      );
    },
  };
}
