import type { Issue } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { unwrap } from "../../shared/api/api-error.ts";
import type { ListView } from "../../shared/api/issue-page.ts";
import { onReportCreated } from "../../shared/api/just-created.ts";
import { type IssueChanges, listChanges } from "../../shared/api/list-changes.ts";
import { focusWhenRendered } from "../../shared/paged-list/list-focus.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { type MergedReports, mergeChanges } from "./merge-changes.ts";

const NONE: readonly Issue[] = [];

/** Reports that were new and that the person asked to see, or has filed, in their present state, until the view changes. */
export interface ShownNewReports extends MergedReports {
  show: (fresh: readonly Issue[]) => void;
  /** Takes over what a call about other reports too has told of these. */
  learn: (changes: IssueChanges) => void;
}

export function useShownNewReports(view: ListView): ShownNewReports {
  const client = useQueryClient();
  const [shown, setShown] = useState<{ view: ListView; issues: readonly Issue[]; latest: readonly Issue[] } | null>(
    null,
  );
  const issues = shown?.view === view ? shown.issues : NONE;
  const ids = issues.map(({ id }) => id);

  // Under the lists' key: what reloads them after a write reloads these too.
  const queryKey = ["issues", "new", ids];
  const { data: present } = useQuery({
    queryKey,
    queryFn: async () => {
      const answer = await unwrap(listChanges({ filters: view.filters, since: new Date().toISOString(), ids }));
      return answer.issues as readonly Issue[];
    },
    enabled: ids.length > 0,
    initialData: issues,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { failure: "Failed to load issues:" },
  });
  const standing = mergeChanges(issues, present);

  useEffect(() => {
    if (shown === null || shown.latest.length === 0) return;
    focusWhenRendered(new Set(shown.latest.map(({ id }) => id)));
    const { length } = shown.latest;
    announce(length === 1 ? "1 new entry shown." : `${length} new entries shown.`);
  }, [shown]);

  // What was filed may be on any page; the person wants to see that it is there, and goes on with something else.
  const showFiled = useEffectEvent((issue: Issue | null) =>
    setShown(issue && { view, issues: [issue, ...standing.issues], latest: NONE }),
  );
  useEffect(() => onReportCreated((issue) => showFiled(issue)), []);

  return {
    ...standing,
    show: (fresh) => setShown({ view, issues: [...fresh, ...standing.issues], latest: fresh }),
    learn: (changes) => {
      const wanted = new Set(ids);
      if (wanted.size > 0)
        client.setQueryData(
          queryKey,
          changes.issues.filter(({ id }) => wanted.has(id)),
        );
    },
  };
}
