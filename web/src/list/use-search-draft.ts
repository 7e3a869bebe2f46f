import { useEffect, useEffectEvent, useState } from "react";

const QUIET_MS = 250;

/**
 * What stands in the search box: `kept` follows once nothing was typed for a moment, or at once by `flush`; a `kept`
 * changed from elsewhere (Back, 'Reset filters') shows in the box.
 */
export function useSearchDraft(kept: string, keep: (search: string) => void) {
  const [draft, setDraft] = useState(kept);
  const [seen, setSeen] = useState(kept);
  const [written, setWritten] = useState(kept);
  if (seen !== kept) {
    setSeen(kept);
    if (kept !== written) setDraft(kept);
    // Later the same text comes from elsewhere.
    setWritten(kept);
  }
  const flush = useEffectEvent(() => {
    if (draft === kept) return;
    setWritten(draft);
    keep(draft);
  });
  useEffect(() => {
    if (draft === kept) return;
    const timer = setTimeout(() => flush(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft, kept]);
  return { draft, setDraft, flush };
}
