import { useEffect } from "react";
import { lazyResource, useAutoRetry, useLazyResource } from "../lazy/lazy-resource.ts";

/** Radix and all it needs. */
const tooltipCode = lazyResource(() => import("./radix-tooltip.tsx"));

/**
 * Stands once in the app: all tooltips are shown from here, so that the delays of section 9 hold for all together. An
 * element has one by its `data-tooltip`, never the only place of a name; a `<time>` has its exact time.
 */
export function TooltipLayer() {
  const tooltips = useLazyResource(tooltipCode, false);
  useAutoRetry(tooltipCode, tooltips);
  useEffect(() => {
    // The code comes as soon as somebody might want one; on a phone nobody does. While it is there or has failed, every
    // other move of the mouse changes nothing.
    const load = () => tooltipCode.get().kind === "loading" && tooltipCode.load();
    addEventListener("pointermove", ({ pointerType }) => pointerType !== "touch" && load());
    addEventListener("keydown", ({ key }) => key === "Tab" && load());
  }, []);
  return tooltips.kind === "loaded" && <tooltips.code.RadixTooltips />;
}
