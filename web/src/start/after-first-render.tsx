import { type ReactNode, useEffectEvent, useLayoutEffect } from "react";

/** Calls `run` after the first render of `children`, before the browser paints them. */
export function AfterFirstRender({ run, children }: { run: () => void; children: ReactNode }) {
  const onMount = useEffectEvent(run);
  useLayoutEffect(() => onMount(), []);
  return children;
}
