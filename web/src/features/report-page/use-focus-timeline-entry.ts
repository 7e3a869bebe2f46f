import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Scrolls to the entry of the timeline that the address names, and gives it the focus. */
export function useFocusTimelineEntry(): void {
  const location = useLocation();
  // On each navigation, because the same link may be followed twice.
  useEffect(() => {
    const target = document.getElementById(decodeHash(location.hash));
    if (!target) return;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
  }, [location]);
}

/** The id in a hash; `""` if it is malformed, as in an address typed by hand. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
