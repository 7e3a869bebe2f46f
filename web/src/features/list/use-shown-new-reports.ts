import type { Issue } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { unwrap } from "../../shared/api/result.ts";
import { focusWhenRendered } from "../../shared/paged-list/list-focus.ts";
import { serverNow } from "../../shared/time/server-time.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { onReportCreated } from "../after-write/index.ts";
import { type IssueChanges, type ListView, listChanges } from "./list-issues.ts";
import { mergeChanges } from "./use-changes.ts";

interface NewReports {
  view: ListView;
  issues: readonly Issue[];
  /** Those of `issues` that the last click on 'N new – show' has added. */
  justShown: readonly Issue[];
}

/**
 * New reports above the list: those by others after a click on 'N new – show', and those that the user has just
 * created in this window. A change of the view hides them.
 */
export function useShownNewReports(view: ListView) {
  const client = useQueryClient();
  const [newReports, setNewReports] = useState<NewReports | null>(null);
  const issues = newReports?.view === view ? newReports.issues : [];
  const ids = issues.map(({ id }) => id);

  // The key begins like the key of the list, so each write of the user reloads these reports too.
  const queryKey = ["issues", "new", ids];
  const { data: currentIssues } = useQuery<readonly Issue[]>({
    queryKey,
    queryFn: async () => {
      // With the present time as `since`, the response has only the reports with these ids, and no newer ones.
      const changes = await unwrap(
        listChanges({ filters: view.filters, since: new Date(serverNow()).toISOString(), ids }),
      );
      return changes.issues;
    },
    enabled: ids.length > 0,
    // `issues` come from recent responses, so only a write of the user requests them again.
    initialData: issues,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { failure: "Failed to load issues:" },
  });
  // The current `issues`, and `deleted`: the ids of those that were deleted since.
  const merged = mergeChanges(issues, currentIssues);

  useEffect(() => {
    if (newReports === null || newReports.justShown.length === 0) return;
    focusWhenRendered(new Set(newReports.justShown.map(({ id }) => id)));
    const count = newReports.justShown.length;
    announce(count === 1 ? "1 new entry shown." : `${count} new entries shown.`);
  }, [newReports]);

  // The form has announced the created report already, so `justShown` is empty. `null` hides all new reports.
  const showCreated = useEffectEvent((issue: Issue | null) => {
    setNewReports(issue && { view, issues: [issue, ...merged.issues], justShown: [] });
    if (issue !== null && isFocusAtForm()) focusWhenRendered(new Set([issue.id]));
  });
  useEffect(() => onReportCreated((issue) => showCreated(issue)), []);

  return {
    ...merged,
    show: (justShown: readonly Issue[]) => setNewReports({ view, issues: [...justShown, ...merged.issues], justShown }),
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

/** Whether the focus is still where a sent form has left it: on no element, or on the button that opened the form. */
function isFocusAtForm(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[data-report-buttons]") != null;
}
