import type { Issue } from "@logbook/domain";
import { useEffect, useEffectEvent, useState } from "react";
import { focusWhenRendered } from "../../shared/paged-list/list-focus.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { onReportCreated } from "../after-write/index.ts";
import type { ListView } from "./list-issues.ts";
import { useCurrentReports } from "./use-current-reports.ts";

interface NewReports {
  view: ListView;
  issues: readonly Issue[];
  /** Those of `issues` that the last click on 'N new – show' has added. */
  justShown: readonly Issue[];
}

const NO_REPORTS: readonly Issue[] = [];

/**
 * New reports above the list: those by others after a click on 'N new – show', and those that the user has just
 * created in this window. A change of the view hides them.
 */
export function useShownNewReports(view: ListView) {
  const [newReports, setNewReports] = useState<NewReports | null>(null);
  const issues = newReports?.view === view ? newReports.issues : NO_REPORTS;
  const current = useCurrentReports("new", view, issues);

  useEffect(() => {
    if (newReports === null || newReports.justShown.length === 0) return;
    focusWhenRendered(new Set(newReports.justShown.map(({ id }) => id)));
    const count = newReports.justShown.length;
    announce(count === 1 ? "1 new entry shown." : `${count} new entries shown.`);
  }, [newReports]);

  // The form has announced the created report already, so `justShown` is empty. `null` hides all new reports.
  const showCreated = useEffectEvent((issue: Issue | null) => {
    setNewReports(issue && { view, issues: [issue, ...current.issues], justShown: [] });
    if (issue !== null && isFocusAtForm()) focusWhenRendered(new Set([issue.id]));
  });
  useEffect(() => onReportCreated((issue) => showCreated(issue)), []);

  return {
    ...current,
    show: (justShown: readonly Issue[]) =>
      setNewReports({ view, issues: [...justShown, ...current.issues], justShown }),
  };
}

/** Whether the focus is still where a sent form has left it: on no element, or on the button that opened the form. */
function isFocusAtForm(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[data-report-buttons]") != null;
}
