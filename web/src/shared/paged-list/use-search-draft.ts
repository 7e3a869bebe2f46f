import { useEffect, useEffectEvent, useState } from "react";

const QUIET_MS = 250;
/** So much earlier than it is shown what was typed is asked for: most answers are there by then. */
const AHEAD_MS = 100;

/**
 * What stands in the search box: `kept` follows once nothing was typed for a moment, or at once by `flush`; a `kept`
 * changed from elsewhere (Back, 'Reset filters') shows in the box, as it does where `keep` resolves to `false`, which has
 * dropped what was typed. `askAhead` hears a little sooner what `keep` will get.
 */
export function useSearchDraft(
  kept: string,
  keep: (search: string) => unknown,
  askAhead: (search: string) => void = () => undefined,
) {
  const [draft, setDraft] = useState(kept);
  const [seen, setSeen] = useState(kept);
  const [written, setWritten] = useState(kept);
  if (seen !== kept) {
    setSeen(kept);
    if (kept !== written) setDraft(kept);
    // Later the same text comes from elsewhere.
    setWritten(kept);
  }
  const flush = useEffectEvent(async () => {
    if (draft === kept) return;
    setWritten(draft);
    if ((await keep(draft)) === false) setDraft((now) => (now === draft ? kept : now));
  });
  const ask = useEffectEvent(() => askAhead(draft));
  useEffect(() => {
    if (draft === kept) return;
    const timers = [setTimeout(() => ask(), QUIET_MS - AHEAD_MS), setTimeout(() => void flush(), QUIET_MS)];
    return () => timers.forEach(clearTimeout);
  }, [draft, kept]);
  return { draft, setDraft, flush };
}
