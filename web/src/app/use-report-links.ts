import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { isPlainClick } from "../shared/browser/is-plain-click.ts";
import { LIST_HEADING_ID } from "../shared/paged-list/list-focus.ts";
import { NEWS_PARAMETER, REPORT_PARAMETER } from "../shared/screens/report-address.ts";
import { getScreenTitle, setScreenTitle } from "../shared/screens/window-title.ts";

/**
 * Follows links to reports (`a[data-report]`; an empty value means the list) and to What's new (`a[data-news]`) without a
 * page load, and keeps the list's filters. When the user returns to the list, restores title, scroll position and focus.
 */
export function useReportLinks(isListVisible: boolean): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();

  const followedLink = useRef<HTMLElement>(null);
  const followReportLink = useEffectEvent((event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-report],a[data-news]");
    if (link === null || !isPlainClick(event) || event.defaultPrevented) return;
    event.preventDefault();
    // The focus returns to this link when the user returns to the list.
    if (isListVisible) followedLink.current = link;
    navigate({ search: `?${withScreen(params, link.dataset)}`, hash: link.hash });
  });
  useEffect(() => {
    document.addEventListener("click", followReportLink);
    return () => document.removeEventListener("click", followReportLink);
  }, []);

  // Saved at each scroll, because a hidden list no longer has a scroll position.
  const listScrollY = useRef(0);
  useEffect(() => {
    if (!isListVisible) return;
    const saveScroll = () => {
      listScrollY.current = scrollY;
    };
    saveScroll();
    addEventListener("scroll", saveScroll, { passive: true });
    return () => removeEventListener("scroll", saveScroll);
  }, [isListVisible]);

  // `null` until a report is first shown in place of the list.
  const savedList = useRef<{ search: string; title: string | null } | null>(null);
  // The list's filters and page as a query. If they are still the same on return, the scroll position is restored.
  const listSearch = withScreen(params, {}).toString();
  const saveOrRestoreList = useEffectEvent((isVisible: boolean) => {
    if (!isVisible) savedList.current = { search: listSearch, title: getScreenTitle() };
    else if (savedList.current !== null) {
      setScreenTitle(savedList.current.title);
      scrollTo(0, savedList.current.search === listSearch ? listScrollY.current : 0);
      // The link may be gone: closing the news panel removes the panel's links.
      if (followedLink.current?.isConnected) followedLink.current.focus({ preventScroll: true });
      else document.getElementById(LIST_HEADING_ID)?.focus({ preventScroll: true });
    }
  });
  useLayoutEffect(() => saveOrRestoreList(isListVisible), [isListVisible]);
}

/** Returns a copy of the address's parameters with this report or What's new, or with neither: that is the list. */
function withScreen(params: URLSearchParams, { report, news }: DOMStringMap): URLSearchParams {
  const copy = new URLSearchParams(params);
  copy.delete(REPORT_PARAMETER);
  copy.delete(NEWS_PARAMETER);
  if (report) copy.set(REPORT_PARAMETER, report);
  if (news !== undefined) copy.set(NEWS_PARAMETER, news);
  return copy;
}
