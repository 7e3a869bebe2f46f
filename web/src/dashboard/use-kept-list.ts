import type { User } from "@logbook/domain";
import { useEffect } from "react";
import type { ListView } from "../api/list-issues.ts";
import { whenIdle } from "../app/later.ts";
import { usePrinting } from "../issue/use-printing.ts";
import type { IssuesQuery } from "../list/use-issues.ts";
import { getSession } from "../session/store.ts";

// Nobody waits for it; a list that is turned past is not worth writing down.
const SETTLED_MS = 1_000;

/** Keeps the list that shows for the next visit's first picture. */
export function useKeptList(user: User, view: ListView, { data, deleted, isPlaceholderData }: IssuesQuery): void {
  // On paper all is unfolded, which a first picture never is.
  const printing = usePrinting();
  const shown = isPlaceholderData || printing ? undefined : data;
  const gone = data?.issues.flatMap(({ id }) => (deleted?.has(id) ? [id] : [])).join(" ");
  useEffect(() => {
    if (shown === undefined) return;
    let current = true;
    const keep = async () => {
      const { keepList } = await import("../session/keep-list.ts");
      if (!current || getSession().user?.id !== user.id) return;
      // A report that is no more is not to look, at the next visit, as if it were there.
      const page = { ...shown, issues: shown.issues.filter(({ id }) => !gone?.split(" ").includes(id)) };
      keepList(user, view, page);
    };
    const timer = setTimeout(() => whenIdle(() => void keep().catch(() => undefined)), SETTLED_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [user, view, shown, gone]);
}
