import type { Issue } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { ListView } from "../../shared/api/issue-page.ts";
import { onReportCreated } from "../../shared/api/just-created.ts";
import { type IssueChanges, listChanges } from "../../shared/api/list-changes.ts";
import { unwrap } from "../../shared/api/result.ts";
import { focusWhenRendered } from "../../shared/paged-list/list-focus.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { mergeChanges } from "./merge-changes.ts";

const NO_REPORTS: readonly Issue[] = [];

/** New reports above the list: shown by 'N new – show', or just created here. A change of the view hides them. */
export function useShownNewReports(view: ListView) {
  const client = useQueryClient();
  const [shown, setShown] = useState<{ view: ListView; issues: readonly Issue[]; justShown: readonly Issue[] } | null>(
    null,
  );
  const issues = shown?.view === view ? shown.issues : NO_REPORTS;
  const ids = issues.map(({ id }) => id);

  // The key begins like the key of the list, so each write of the user reloads these reports too.
  const queryKey = ["issues", "new", ids];
  const { data: current } = useQuery({
    queryKey,
    queryFn: async () => {
      const changes = await unwrap(listChanges({ filters: view.filters, since: new Date().toISOString(), ids }));
      return changes.issues as readonly Issue[];
    },
    enabled: ids.length > 0,
    initialData: issues,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { failure: "Failed to load issues:" },
  });
  const merged = mergeChanges(issues, current);

  useEffect(() => {
    if (shown === null || shown.justShown.length === 0) return;
    focusWhenRendered(new Set(shown.justShown.map(({ id }) => id)));
    const { length } = shown.justShown;
    announce(length === 1 ? "1 new entry shown." : `${length} new entries shown.`);
  }, [shown]);

  // A created report may belong to any page of the list. The form has announced the report already.
  const showCreated = useEffectEvent((issue: Issue | null) => {
    setShown(issue && { view, issues: [issue, ...merged.issues], justShown: NO_REPORTS });
    if (issue !== null && isFocusAtForm()) focusWhenRendered(new Set([issue.id]));
  });
  useEffect(() => onReportCreated((issue) => showCreated(issue)), []);

  return {
    ...merged,
    show: (justShown: readonly Issue[]) => setShown({ view, issues: [...justShown, ...merged.issues], justShown }),
    /** Updates these reports from a response about the whole list. */
    applyChanges: (changes: IssueChanges) => {
      const wanted = new Set(ids);
      if (wanted.size > 0)
        client.setQueryData(
          queryKey,
          changes.issues.filter(({ id }) => wanted.has(id)),
        );
    },
  };
}

/** Whether the focus is still where a sent report left it: on no element, or on the button that opened its form. */
function isFocusAtForm(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[data-report-buttons]") != null;
}
