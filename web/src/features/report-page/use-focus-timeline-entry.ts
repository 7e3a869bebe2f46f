import { useEffect, useRef } from "react";
import { type Location, useLocation } from "react-router-dom";
import type { ReportPage as ReportPageData } from "../../shared/api/report-queries.ts";

/**
 * Scrolls to the timeline entry whose id is the address's hash, and focuses the entry. `page` is the data that the
 * screen shows. If `page` comes from the cache and lacks the entry, the hook waits until the page is loaded again.
 */
export function useFocusTimelineEntry(page: ReportPageData | undefined): void {
  const location = useLocation();
  // This is not the hash, because the user may follow the same link twice. Each navigation has its own `location`.
  const handledLocation = useRef<Location | null>(null);
  useEffect(() => {
    if (page === undefined || handledLocation.current === location) return;
    const entry = document.getElementById(decodeHash(location.hash));
    if (!entry) return;
    handledLocation.current = location;
    entry.scrollIntoView({ block: "center" });
    entry.focus({ preventScroll: true });
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
