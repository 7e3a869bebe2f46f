import { useEffect } from "react";
import { lazyResource, useAutoRetry, useLazyResource } from "../lazy/lazy-resource.ts";

const tooltipCode = lazyResource(() => import("./radix-tooltip.tsx"));

/**
 * Shows all tooltips of the app; render it once. An element gets one by `data-tooltip`, which must not be its only name; a
 * `<time>` shows its exact time.
 */
export function TooltipLayer() {
  const tooltips = useLazyResource(tooltipCode, false);
  useAutoRetry(tooltipCode, tooltips);
  useEffect(() => {
    // The code loads at the first mouse movement or Tab, so on phones never. A failed load is retried by a timer, not here.
    const load = () => tooltipCode.get().kind === "loading" && tooltipCode.load();
    addEventListener("pointermove", ({ pointerType }) => pointerType !== "touch" && load());
    addEventListener("keydown", ({ key }) => key === "Tab" && load());
  }, []);
  return tooltips.kind === "loaded" && <tooltips.code.RadixTooltips />;
}
