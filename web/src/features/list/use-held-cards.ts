import type { Issue } from "@logbook/domain";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { onBeforeReload } from "../after-write/index.ts";
import type { IssuePage, ListView } from "./list-issues.ts";
import { saveScrollAnchor } from "./scroll-anchor.ts";
import { useCurrentReports } from "./use-current-reports.ts";

interface HeldCards {
  view: ListView;
  issues: readonly Issue[];
  /** The card with the focus, if the user has written by keyboard. */
  focusedCard: Element | null;
}

const NO_REPORTS: readonly Issue[] = [];
const NO_RETRY = { retry: false };

/**
 * Keeps the cards in their places after a write of the user, such as a status step, although the loaded page has another
 * order or other reports: no other card's button may slide under the pointer. Releases them once the pointer is over no
 * card and the keyboard's focus has left the card, and for another view.
 */
export function useHeldCards(view: ListView, loadedPage: IssuePage | undefined) {
  const [held, setHeld] = useState<HeldCards | null>(null);
  const heldIssues = held?.view === view ? held.issues : null;
  // Without a response the cards show what the list's own response says, and the user need not wait for retries.
  const current = useCurrentReports("held", view, heldIssues ?? NO_REPORTS, NO_RETRY);

  const hold = useEffectEvent((keepsPlaces: boolean) => {
    if (!keepsPlaces) return setHeld(null);
    if (loadedPage === undefined) return;
    const focusedCard = document.querySelector(":focus-visible")?.closest("[data-card]") ?? null;
    // The query of the held reports must exist before the reload, so that the reload includes it.
    if (isUserAt(focusedCard)) flushSync(() => setHeld({ view, issues: heldIssues ?? loadedPage.issues, focusedCard }));
  });
  useEffect(() => onBeforeReload((keepsPlaces) => hold(keepsPlaces)), []);

  useEffect(() => {
    if (held === null) return;
    const releaseIfLeft = () => {
      if (isUserAt(held.focusedCard)) return;
      saveScrollAnchor();
      setHeld(null);
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener("pointerover", releaseIfLeft, { signal });
    document.addEventListener("focusin", releaseIfLeft, { signal });
    document.documentElement.addEventListener("pointerleave", releaseIfLeft, { signal });
    return () => controller.abort();
  }, [held]);

  const isHeld = heldIssues !== null && loadedPage !== undefined;
  const heldPage = useMemo(
    () => (isHeld ? withOrderOf(current.issues, loadedPage) : loadedPage),
    [isHeld, loadedPage, current.issues],
  );
  return { isHeld, page: heldPage, deleted: current.deleted, updateFrom: current.updateFrom };
}

/** The page with these reports, in this order. Those that the page has too are as in the page. */
function withOrderOf(issues: readonly Issue[], page: IssuePage): IssuePage {
  const loadedById = new Map(page.issues.map((issue) => [issue.id, issue]));
  return { ...page, issues: issues.map((issue) => loadedById.get(issue.id) ?? issue) };
}

/** Whether the pointer is over a card, or the focus is in this one. After a tap, browsers keep `:hover` until the next. */
const isUserAt = (focusedCard: Element | null): boolean =>
  document.querySelector("[data-card]:hover") !== null || focusedCard?.contains(document.activeElement) === true;
