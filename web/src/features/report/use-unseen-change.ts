import { useLayoutEffect, useRef } from "react";

// The time that a person needs to notice a button's new label.
const NOTICED_AFTER_MS = 800;

/**
 * Tells whether somebody else changed a value so recently that the person clicking a button may not have seen it.
 * `expectOwn` announces a value that the person's own click will set; `forgetOwn` withdraws that after a failure.
 */
export function useUnseenChange<T>(value: T) {
  const last = useRef({ value, changedAt: Number.NEGATIVE_INFINITY });
  const own = useRef(value);
  // A layout effect, since a click may follow the paint at once.
  useLayoutEffect(() => {
    if (last.current.value === value) return;
    last.current = { value, changedAt: own.current === value ? Number.NEGATIVE_INFINITY : performance.now() };
  }, [value]);
  return {
    isUnseen: () => performance.now() - last.current.changedAt < NOTICED_AFTER_MS,
    expectOwn: (value: T) => {
      own.current = value;
    },
    forgetOwn: () => {
      own.current = last.current.value;
    },
  };
}
