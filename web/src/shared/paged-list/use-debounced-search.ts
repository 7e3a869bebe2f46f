import { useEffect, useEffectEvent, useState } from "react";

// For the reports' and the members' search. Tests of searches and bench/src/browser/search.ts have the same number.
const SEARCH_DEBOUNCE_MS = 250;
// The prefetch begins this long before the debounce ends. Most responses take less time, so the list changes at once.
const PREFETCH_LEAD_MS = 100;

/**
 * The text in a search field (`draft`). `setSearch` gets the draft once the user has stopped typing for a moment, or at
 * once when `flush` is called; `prefetch` gets the draft shortly before. The draft becomes the `search` again if the
 * `search` changes elsewhere (Back, 'Reset filters'), or if `setSearch` resolves to `false`.
 */
export function useDebouncedSearch(
  search: string,
  setSearch: (search: string) => unknown,
  prefetch: (search: string) => void = () => undefined,
) {
  const [draft, setDraft] = useState(search);
  const [lastSearch, setLastSearch] = useState(search);
  // The text that `search` has or is about to get from this field. Any other text comes from elsewhere.
  const [expectedSearch, setExpectedSearch] = useState(search);
  if (lastSearch !== search) {
    setLastSearch(search);
    if (search !== expectedSearch) setDraft(search);
    setExpectedSearch(search);
  }
  const flush = useEffectEvent(async () => {
    if (draft === search) return;
    setExpectedSearch(draft);
    const isRefused = (await setSearch(draft)) === false;
    if (isRefused) setDraft((currentDraft) => (currentDraft === draft ? search : currentDraft));
  });
  const prefetchDraft = useEffectEvent(() => prefetch(draft));
  useEffect(() => {
    if (draft === search) return;
    const timers = [
      setTimeout(() => prefetchDraft(), SEARCH_DEBOUNCE_MS - PREFETCH_LEAD_MS),
      setTimeout(() => void flush(), SEARCH_DEBOUNCE_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [draft, search]);
  return { draft, setDraft, flush };
}
