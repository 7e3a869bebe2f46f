import { type ReactNode, useEffectEvent, useLayoutEffect } from "react";

/** Calls `run` once its children are drawn, before the browser shows them. */
export function AfterFirstRender({ run, children }: { run: () => void; children: ReactNode }) {
  const once = useEffectEvent(run);
  useLayoutEffect(() => once(), []);
  return children;
}
