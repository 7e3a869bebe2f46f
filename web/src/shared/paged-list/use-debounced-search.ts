import { useEffect, useEffectEvent, useState } from "react";

const SEARCH_DEBOUNCE_MS = 250;
// Most responses arrive within this time, so the list can change as soon as the debounce ends.
const PREFETCH_LEAD_MS = 100;

/**
 * The text in a search field (`draft`). It becomes the `search` once nothing was typed for a moment, or at once when
 * `flush` is called. The field shows the `search` again if that changed elsewhere (Back, 'Reset filters'), or if
 * `setSearch` resolves to `false`. `prefetch` gets the draft shortly before `setSearch` does. Typing on does not abort
 * the prefetch; TanStack Query aborts it once the list shows another search.
 */
export function useDebouncedSearch(
  search: string,
  setSearch: (search: string) => unknown,
  prefetch: (search: string) => void = () => undefined,
) {
  const [draft, setDraft] = useState(search);
  const [lastSearch, setLastSearch] = useState(search);
  const [lastSearchFromField, setLastSearchFromField] = useState(search);
  if (lastSearch !== search) {
    setLastSearch(search);
    if (search !== lastSearchFromField) setDraft(search);
    // If `search` later becomes the field's last search again, that change comes from elsewhere.
    setLastSearchFromField(search);
  }
  const flush = useEffectEvent(async () => {
    if (draft === search) return;
    setLastSearchFromField(draft);
    if ((await setSearch(draft)) === false) setDraft((current) => (current === draft ? search : current));
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
