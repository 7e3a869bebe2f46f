import { retryDelay } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { IssuePage } from "../../shared/api/issue-page.ts";
import { type ChangesQuery, type IssueChanges, listChanges } from "../../shared/api/list-changes.ts";
import { hasPendingWrites } from "../../shared/api/pending-writes.ts";
import { onReturn } from "../../shared/browser/on-return.ts";
import type { BoardState } from "../live/index.ts";
import { saveScrollAnchor } from "./scroll-anchor.ts";

// All windows learn of a change at the same moment, so each delays its request by a random time between these two. A
// write by this user mostly has its response before the shorter time is over.
const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 600;
// While this page writes or loads the list, the request is postponed by this time.
const BUSY_DELAY_MS = 100;

/**
 * The changes to a page of the list since it was loaded, or `null`. They are requested when the board's revision is
 * newer than the page's or, without a live listener, when the user returns. There is no request unless `isLoaded`, none
 * during a write or a load, and none in a hidden window.
 */
export function useChanges(
  page: IssuePage | undefined,
  isLoaded: boolean,
  query: Omit<ChangesQuery, "since">,
  { revision, connection }: BoardState,
  onChanges: (changes: IssueChanges) => void,
): IssueChanges | null {
  const client = useQueryClient();
  const [latest, setLatest] = useState<{ page: IssuePage; changes: IssueChanges } | null>(null);
  const scheduled = useRef<{ timer: ReturnType<typeof setTimeout>; dueAt: number } | null>(null);
  const failureCount = useRef(0);
  const isMounted = useRef(false);

  const isBusy = () => hasPendingWrites() || client.isFetching({ queryKey: ["issues"] }) > 0;

  const requestChanges = useEffectEvent(async () => {
    scheduled.current = null;
    if (page === undefined || page.asOf === null || !isLoaded) return;
    // A hidden window requests the changes when the user returns to it.
    if (document.visibilityState === "hidden") return;
    if (isBusy()) return schedule(BUSY_DELAY_MS);
    const result = await listChanges({ ...query, since: page.asOf });
    if (!result.ok) {
      if (failureCount.current === 0) console.error("Failed to update issues:", result);
      schedule(Math.max(retryDelay(failureCount.current), (result.retryAfter ?? 0) * 1_000));
      failureCount.current += 1;
      return;
    }
    failureCount.current = 0;
    // A write or load that began meanwhile may be newer than this response.
    if (isBusy()) return schedule(BUSY_DELAY_MS);
    // Prefetched pages are outdated too. Without this, one of them would change right after it is shown.
    client.removeQueries({ queryKey: ["issues"], type: "inactive" });
    saveScrollAnchor();
    setLatest({ page, changes: result.data });
    onChanges(result.data);
  });

  const schedule = useEffectEvent((delayMs: number) => {
    // A response may arrive after the list was unmounted, for example by a logout.
    if (!isMounted.current) return;
    const dueAt = performance.now() + delayMs;
    if (scheduled.current !== null && scheduled.current.dueAt <= dueAt) return;
    clearTimeout(scheduled.current?.timer);
    scheduled.current = { timer: setTimeout(() => void requestChanges(), delayMs), dueAt };
  });

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      clearTimeout(scheduled.current?.timer);
    };
  }, []);

  const changes = latest !== null && latest.page === page ? latest.changes : null;
  const knownRevision = (changes ?? page)?.revision ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have the same revision
  useEffect(() => {
    if (isLoaded && revision !== null && knownRevision !== null && revision > knownRevision)
      schedule(MIN_DELAY_MS + Math.random() * (MAX_DELAY_MS - MIN_DELAY_MS));
  }, [isLoaded, revision, knownRevision, page]);

  useEffect(() => (connection === "live" ? undefined : onReturn(() => schedule(0))), [connection]);

  return changes;
}
