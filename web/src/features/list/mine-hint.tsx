import { ALL, isFiltered, SHOW_LABELS, type TabCounts, type User } from "@logbook/domain";
import { useEffect, useEffectEvent, useState } from "react";
import { readStored, writeStored } from "../../shared/session/local-storage.ts";
import { onReportCreated } from "../after-write/index.ts";
import type { ListView } from "./list-issues.ts";

/** Has the id of the member who has filed their first report, until the list is opened again. */
const STORAGE_KEY = "logbook.mine-hint";

interface MineHintProps {
  user: User;
  view: ListView;
  counts: TabCounts | undefined;
}

/**
 * Says where a report can be found again: after the member's first report, and when the list is opened next. Then it is
 * gone for good, or as soon as the member opens the tab.
 */
export function MineHint({ user, view, counts }: MineHintProps) {
  const isTabOpen = view.filters.show === "mine";
  const [isShown, setIsShown] = useState(() => readStored(STORAGE_KEY) === user.id);
  const showAfterFirst = useEffectEvent(() => {
    // The counts may still be those before the report. With filters they say nothing of the member's other reports.
    const isFirst = counts?.mine !== undefined && counts.mine <= 1 && !isFiltered({ ...view.filters, show: ALL });
    if (!isFirst || isTabOpen) return;
    setIsShown(true);
    writeStored(STORAGE_KEY, user.id);
  });
  useEffect(() => {
    // What was stored has just been shown.
    writeStored(STORAGE_KEY, null);
    return onReportCreated((report) => report && showAfterFirst());
  }, []);
  useEffect(() => {
    if (!isTabOpen) return;
    setIsShown(false);
    writeStored(STORAGE_KEY, null);
  }, [isTabOpen]);
  if (!isShown) return null;
  return (
    <p className="shrink-0 rounded-md bg-accent-soft px-2 text-sm leading-7 max-sm:order-last max-sm:mb-1 max-sm:basis-full">{`Find your reports again under “${SHOW_LABELS.mine}”.`}</p>
  );
}
