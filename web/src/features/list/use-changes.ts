import { type Issue, retryDelay } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { hasPendingWrites } from "../../shared/api/http.ts";
import { createRequestPace } from "../../shared/api/request-pace.ts";
import { onReturn } from "../../shared/browser/on-return.ts";
import type { BoardState } from "../live/index.ts";
import { type ChangesQuery, type IssueChanges, type IssuePage, listChanges } from "./list-issues.ts";
import { saveScrollAnchor } from "./scroll-anchor.ts";

// While this window is writing or is loading the list, the request is postponed by this time.
const BUSY_DELAY_MS = 100;

/**
 * The changes since `page`, the shown page of the list, was loaded; `null` if none are known. Requests changes when the
 * board's revision is newer than the page's or, if the connection is not live, when the user returns.
 */
export function useChanges(
  page: IssuePage | undefined,
  isPlaceholder: boolean,
  query: Omit<ChangesQuery, "since">,
  { revision, connection }: BoardState,
  onChanges: (changes: IssueChanges) => void,
): IssueChanges | null {
  const client = useQueryClient();
  const [latestChanges, setLatestChanges] = useState<{ page: IssuePage; changes: IssueChanges } | null>(null);
  const scheduledRequest = useRef<{ timer: ReturnType<typeof setTimeout>; dueAt: number } | null>(null);
  const failureCount = useRef(0);
  const [pace] = useState(createRequestPace);
  const isMounted = useRef(false);

  const isBusy = () => hasPendingWrites() || client.isFetching({ queryKey: ["issues"] }) > 0;

  const requestChanges = useEffectEvent(async () => {
    scheduledRequest.current = null;
    // `asOf`, the time of the list's data, is `null` if the server sends none; then no changes can be requested.
    // A placeholder is about to be replaced by the page that is loading.
    if (page === undefined || page.asOf === null || isPlaceholder) return;
    // In a hidden window the connection is not live (`BoardState`), so the changes are requested by `onReturn` below.
    if (document.visibilityState === "hidden") return;
    if (isBusy()) return schedule(BUSY_DELAY_MS);
    pace.note();
    const result = await listChanges({ ...query, since: page.asOf });
    if (!result.ok) {
      if (failureCount.current === 0) console.error("Failed to update issues:", result);
      const retryAfterMs = (result.retryAfter ?? 0) * 1_000;
      schedule(Math.max(retryDelay(failureCount.current), retryAfterMs));
      failureCount.current += 1;
      return;
    }
    failureCount.current = 0;
    // A write or a load that began meanwhile may give newer data than this response.
    if (isBusy()) return schedule(BUSY_DELAY_MS);
    // Prefetched pages are outdated too: if the user opened such a page, it would change right after it is shown.
    client.removeQueries({ queryKey: ["issues"], type: "inactive" });
    saveScrollAnchor();
    setLatestChanges({ page, changes: result.data });
    onChanges(result.data);
  });

  const schedule = useEffectEvent((delayMs: number) => {
    // A response may arrive after the list was unmounted, for example by a logout.
    if (!isMounted.current) return;
    const dueAt = performance.now() + delayMs;
    if (scheduledRequest.current !== null && scheduledRequest.current.dueAt <= dueAt) return;
    clearTimeout(scheduledRequest.current?.timer);
    scheduledRequest.current = { timer: setTimeout(() => void requestChanges(), delayMs), dueAt };
  });

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      clearTimeout(scheduledRequest.current?.timer);
    };
  }, []);

  // Changes belong to the loaded page for which they were requested. A reload makes another page, which includes them.
  const changes = latestChanges !== null && latestChanges.page === page ? latestChanges.changes : null;
  // The revision of the shown page including its changes.
  const knownRevision = (changes ?? page)?.revision ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have the same revision
  useEffect(() => {
    if (!isPlaceholder && revision !== null && knownRevision !== null && revision > knownRevision)
      schedule(pace.delay());
  }, [isPlaceholder, revision, knownRevision, page]);

  useEffect(() => (connection === "live" ? undefined : onReturn(() => schedule(0))), [connection]);

  return changes;
}

/** Replaces the shown reports by the current ones, in the same order. Deleted reports stay; `deleted` has their ids. */
export function mergeChanges(shownIssues: readonly Issue[], currentIssues: readonly Issue[]) {
  const currentById = new Map(currentIssues.map((issue) => [issue.id, issue]));
  return {
    issues: shownIssues.map((issue) => currentById.get(issue.id) ?? issue),
    deleted: new Set(shownIssues.map(({ id }) => id).filter((id) => !currentById.has(id))),
  };
}

/** Returns the page with current counts, pinned reports and areas. Its number stays the same, even if fewer pages would be enough now. */
export function updateCounts(issuePage: IssuePage, { total, stats, tabs, pinned, areas }: IssueChanges): IssuePage {
  const { number, size } = issuePage.page;
  return {
    ...issuePage,
    // `drawn`, the markup from the server, has the old counts.
    drawn: undefined,
    stats,
    tabs,
    areas,
    // Only the first page shows them.
    pinned: number === 1 ? pinned : undefined,
    page: { number, size, total, pages: Math.max(number, Math.ceil(total / size)) },
  };
}
