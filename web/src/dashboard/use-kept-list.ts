import { useEffect } from "react";
import type { ListView } from "../api/list-issues.ts";
import type { IssuesQuery } from "../list/use-issues.ts";
import { keepList } from "../session/kept-list.ts";

// Nobody waits for it; a list that is turned past is not worth writing down.
const SETTLED_MS = 1_000;

/** Keeps the list that shows for the next visit's first picture. */
export function useKeptList(uid: string, view: ListView, { data, isPlaceholderData }: IssuesQuery): void {
  const shown = isPlaceholderData ? undefined : data;
  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => keepList(uid, view, shown), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [uid, view, shown]);
}
