import { useEffect, useRef } from "react";
import { type Location, useLocation } from "react-router-dom";
import type { ReportPage as ReportPageData } from "../../shared/api/read-report-page.ts";

/**
 * Scrolls to the entry of the timeline that the address names, and gives it the focus. `page` is the data that the
 * screen shows: from the cache it may lack the entry until it is loaded again.
 */
export function useFocusTimelineEntry(page: ReportPageData | undefined): void {
  const location = useLocation();
  // Once for each navigation, because the same link may be followed twice.
  const handled = useRef<Location | null>(null);
  useEffect(() => {
    if (page === undefined || handled.current === location) return;
    const target = document.getElementById(decodeHash(location.hash));
    if (!target) return;
    handled.current = location;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
  }, [location, page]);
}

/** The id in a hash; `""` if it is malformed, as in an address typed by hand. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
