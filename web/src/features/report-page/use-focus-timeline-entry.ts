import { useEffect, useRef } from "react";
import { type Location, useLocation } from "react-router-dom";
import type { ReportPage as ReportPageData } from "../../shared/api/read-report-page.ts";

/**
 * Scrolls to the entry of the timeline that the address names, and focuses it. `page` is the data that the screen
 * shows. Cached data may lack the entry until the page is loaded again.
 */
export function useFocusTimelineEntry(page: ReportPageData | undefined): void {
  const location = useLocation();
  // Remembers the navigation, not the hash, because the same link may be followed twice.
  const handledLocation = useRef<Location | null>(null);
  useEffect(() => {
    if (page === undefined || handledLocation.current === location) return;
    const target = document.getElementById(decodeHash(location.hash));
    if (!target) return;
    handledLocation.current = location;
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
