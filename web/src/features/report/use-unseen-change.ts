import { useLayoutEffect, useRef } from "react";

// As long as it takes to see that a button has another word on it.
const SEEN_AFTER_MS = 800;

/**
 * Tells whether somebody else has changed a value so lately that the person pressing a button may not have seen it.
 * `expect` names a value that comes of one's own doing, until it turns out that nothing came of it: `forget`.
 */
export function useUnseenChange<T>(value: T): { isNews: () => boolean; expect: (own: T) => void; forget: () => void } {
  const last = useRef({ value, changedAt: Number.NEGATIVE_INFINITY });
  const own = useRef(value);
  // Before it can be seen: a press may come right after.
  useLayoutEffect(() => {
    if (last.current.value === value) return;
    last.current = { value, changedAt: own.current === value ? Number.NEGATIVE_INFINITY : performance.now() };
  }, [value]);
  return {
    isNews: () => performance.now() - last.current.changedAt < SEEN_AFTER_MS,
    expect: (value) => {
      own.current = value;
    },
    forget: () => {
      own.current = last.current.value;
    },
  };
}
