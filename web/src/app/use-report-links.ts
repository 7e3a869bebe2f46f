import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { isPlainClick } from "../shared/browser/is-plain-click.ts";
import { LIST_HEADING_ID } from "../shared/paged-list/list-focus.ts";
import { REPORT_PARAMETER } from "../shared/screens/report-address.ts";

/**
 * Follows links to reports (`a[data-report]`; an empty value means the list) without a page load, and keeps the list's
 * filters. When the user returns to the list, restores title, scroll position and focus.
 */
export function useReportLinks(isList: boolean): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();

  const followedLink = useRef<HTMLElement>(null);
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-report]");
    if (link === null || !isPlainClick(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (isList) followedLink.current = link;
    navigate({ search: `?${withReport(params, link.dataset.report || null)}`, hash: link.hash });
  });
  useEffect(() => {
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, []);

  const listScrollY = useRef(0);
  useEffect(() => {
    if (!isList) return;
    const saveScroll = () => {
      listScrollY.current = scrollY;
    };
    saveScroll();
    addEventListener("scroll", saveScroll, { passive: true });
    return () => removeEventListener("scroll", saveScroll);
  }, [isList]);

  const savedList = useRef<{ search: string; title: string } | null>(null);
  const search = withReport(params, null).toString();
  const saveOrRestoreList = useEffectEvent((isList: boolean) => {
    if (!isList) savedList.current = { search, title: document.title };
    else if (savedList.current !== null) {
      document.title = savedList.current.title;
      scrollTo(0, savedList.current.search === search ? listScrollY.current : 0);
      // The link may be gone, as those of the news are once their panel is closed.
      if (followedLink.current?.isConnected) followedLink.current.focus({ preventScroll: true });
      else document.getElementById(LIST_HEADING_ID)?.focus({ preventScroll: true });
    }
  });
  useLayoutEffect(() => saveOrRestoreList(isList), [isList]);
}

/** Returns the parameters of the address with this report, or without a report if `reference` is `null`. */
function withReport(params: URLSearchParams, reference: string | null): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (reference === null) changed.delete(REPORT_PARAMETER);
  else changed.set(REPORT_PARAMETER, reference);
  return changed;
}
