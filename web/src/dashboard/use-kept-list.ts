import type { User } from "@logbook/domain";
import { useEffect } from "react";
import type { ListView } from "../api/list-issues.ts";
import { whenIdle } from "../app/later.ts";
import { firstDashboard } from "../first-picture/first-dashboard.tsx";
import { renderToHtml } from "../first-picture/render-to-html.ts";
import { usePrinting } from "../issue/use-printing.ts";
import type { IssuesQuery } from "../list/use-issues.ts";
import { keepList } from "../session/kept-list.ts";
import { getSession } from "../session/store.ts";

// Nobody waits for it; a list that is turned past is not worth writing down.
const SETTLED_MS = 1_000;

/** Keeps the list that shows for the next visit's first picture. */
export function useKeptList(user: User, view: ListView, { data, isPlaceholderData }: IssuesQuery): void {
  // On paper all is unfolded, which a first picture never is.
  const printing = usePrinting();
  const shown = isPlaceholderData || printing ? undefined : data;
  useEffect(() => {
    if (shown === undefined) return;
    let current = true;
    const keep = () => {
      if (current && getSession().user?.id === user.id)
        keepList(user, view, shown, renderToHtml(firstDashboard(user, view, { page: shown, fresh: false })));
    };
    const timer = setTimeout(() => whenIdle(keep), SETTLED_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [user, view, shown]);
}
