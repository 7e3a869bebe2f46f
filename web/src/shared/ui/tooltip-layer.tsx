import { useEffect } from "react";
import { lazyResource, useAutoRetry, useLazyResource } from "../lazy/lazy-resource.ts";

const tooltipCode = lazyResource(() => import("./radix-tooltip.tsx"));

/** The tooltips of all elements with `data-tooltip`, and of `<time>`. A tooltip must not be an element's only name. */
export function TooltipLayer() {
  const tooltips = useLazyResource(tooltipCode, false);
  useAutoRetry(tooltipCode, tooltips);
  useEffect(() => {
    // The code loads at the first mouse movement or Tab key, so never on phones. `useAutoRetry` retries a failed load.
    const load = () => tooltipCode.get().kind === "loading" && tooltipCode.load();
    addEventListener("pointermove", ({ pointerType }) => pointerType !== "touch" && load());
    addEventListener("keydown", ({ key }) => key === "Tab" && load());
  }, []);
  return tooltips.kind === "loaded" && <tooltips.code.RadixTooltips />;
}
