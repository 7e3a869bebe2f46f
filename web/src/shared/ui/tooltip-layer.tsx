import { useEffect } from "react";
import { lazyResource, useAutoRetry, useLazyResource } from "../lazy/lazy-resource.ts";

const tooltipCode = lazyResource(() => import("./radix-tooltip.tsx"));

/** The tooltips of all elements with `data-tooltip`, which must not be their only name, and of `<time>`. */
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
