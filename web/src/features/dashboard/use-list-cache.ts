import { MAX_RENDERED_PAGE_SIZE, type User } from "@logbook/domain";
import { useEffect } from "react";
import type { IssuePage, ListView } from "../../shared/api/issue-page.ts";
import { listIssues } from "../../shared/api/list-issues.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { getSession } from "../../shared/session/store.ts";
import type { IssuesQuery } from "../list/index.ts";
import { pageVersion, writeCachedList } from "../list/index.ts";

// Nobody waits for it; a list that is turned past is not worth writing down.
const SETTLED_MS = 1_000;
// The server draws no page more often than this for being kept.
const DRAWN_EVERY_MS = 15_000;

let drawnAt = Number.NEGATIVE_INFINITY;

/** Keeps the list that shows for the start of the next visit, and soon the page's markup with it. */
export function useListCache(user: User, view: ListView, { data, deleted, isPlaceholderData }: IssuesQuery): void {
  const shown = isPlaceholderData ? undefined : data;
  const gone = data?.issues.flatMap(({ id }) => (deleted?.has(id) ? [id] : [])).join(" ");
  useEffect(() => {
    if (shown === undefined) return;
    const ended = new AbortController();
    const keep = (page: IssuePage) => {
      if (ended.signal.aborted || getSession().user?.id !== user.id) return;
      if (page.drawn) drawnAt = performance.now();
      writeCachedList(user.id, view, page);
    };
    const draw = async () => {
      drawnAt = performance.now();
      const answer = await listIssues(view, ended.signal, pageVersion());
      if (answer.ok && answer.data.drawn) keep(answer.data);
    };
    const later = (work: () => void, ms: number) => {
      const timer = setTimeout(() => whenIdle(() => ended.signal.aborted || work()), ms);
      ended.signal.addEventListener("abort", () => clearTimeout(timer));
    };
    // A report that is no more is not to look, at the next visit, as if it were there.
    const page = { ...shown, issues: shown.issues.filter(({ id }) => !gone?.split(" ").includes(id)) };
    later(() => keep(page), SETTLED_MS);
    if (page.drawn === undefined && pageVersion() !== undefined && view.pageSize <= MAX_RENDERED_PAGE_SIZE)
      later(
        () => void draw().catch(() => undefined),
        Math.max(2 * SETTLED_MS, drawnAt + DRAWN_EVERY_MS - performance.now()),
      );
    return () => ended.abort();
  }, [user, view, shown, gone]);
}
