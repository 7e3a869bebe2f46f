import { type ReactNode, useEffectEvent, useLayoutEffect } from "react";

/** Calls `run` after the first render of its children, before the browser paints it. */
export function AfterFirstRender({ run, children }: { run: () => void; children: ReactNode }) {
  const onMount = useEffectEvent(run);
  useLayoutEffect(() => onMount(), []);
  return children;
}
