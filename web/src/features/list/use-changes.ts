import { retryDelay } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { IssuePage } from "../../shared/api/issue-page.ts";
import { type ChangesQuery, type IssueChanges, listChanges } from "../../shared/api/list-changes.ts";
import { hasPendingWrites } from "../../shared/api/pending-writes.ts";
import { onReturn } from "../../shared/browser/on-return.ts";
import type { BoardState } from "../live/index.ts";
import { saveScrollAnchor } from "./scroll-anchor.ts";

// Windows that hear of a change at the same moment spread their calls over this; one's own writes are mostly answered
// before the first of them.
const SOONEST_MS = 200;
const LATEST_MS = 600;
// How soon to look again whether the page is done with what it is doing.
const BUSY_MS = 100;

/**
 * What became of a page of the list since it was read; `null` while nothing is known. Asked for when the board has moved
 * on past the page, and, while nobody listens to the board, when the person comes back; only while `page` is the wanted
 * one, and never while something is written or loaded. A failure is logged, and tried again after 1, 2, 4 … 30 s, or
 * after as long as the server asks for.
 */
export function useChanges(
  page: IssuePage | undefined,
  isWanted: boolean,
  question: Omit<ChangesQuery, "since">,
  { revision, connection }: BoardState,
  onAnswer: (answer: IssueChanges) => void,
): IssueChanges | null {
  const client = useQueryClient();
  const [last, setLast] = useState<{ of: IssuePage; answer: IssueChanges } | null>(null);
  const next = useRef<{ timer: ReturnType<typeof setTimeout>; due: number } | null>(null);
  const failures = useRef(0);
  const isThere = useRef(false);

  const isBusy = () => hasPendingWrites() || client.isFetching({ queryKey: ["issues"] }) > 0;

  const ask = useEffectEvent(async () => {
    next.current = null;
    if (page === undefined || page.asOf === null || !isWanted) return;
    if (isBusy()) return askAfter(BUSY_MS);
    const answer = await listChanges({ ...question, since: page.asOf });
    if (!answer.ok) {
      if (failures.current === 0) console.error("Failed to update issues:", answer);
      askAfter(Math.max(retryDelay(failures.current), (answer.retryAfter ?? 0) * 1_000));
      failures.current += 1;
      return;
    }
    failures.current = 0;
    // What the page began meanwhile may have overtaken this answer.
    if (isBusy()) return askAfter(BUSY_MS);
    // Other pages, such as the next one, are out of date as well, and would move once they are shown.
    client.removeQueries({ queryKey: ["issues"], type: "inactive" });
    saveScrollAnchor();
    setLast({ of: page, answer: answer.data });
    onAnswer(answer.data);
  });

  const askAfter = useEffectEvent((milliseconds: number) => {
    // An answer may come after the list has gone, with the person whose it was.
    if (!isThere.current) return;
    const due = performance.now() + milliseconds;
    if (next.current !== null && next.current.due <= due) return;
    clearTimeout(next.current?.timer);
    next.current = { timer: setTimeout(() => void ask(), milliseconds), due };
  });

  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      clearTimeout(next.current?.timer);
    };
  }, []);

  const answer = last !== null && last.of === page ? last.answer : null;
  const known = (answer ?? page)?.revision ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for a page of the same age, turned to meanwhile
  useEffect(() => {
    if (isWanted && revision !== null && known !== null && revision > known)
      askAfter(SOONEST_MS + Math.random() * (LATEST_MS - SOONEST_MS));
  }, [isWanted, revision, known, page]);

  useEffect(() => (connection === "live" ? undefined : onReturn(() => askAfter(0))), [connection]);

  return answer;
}
