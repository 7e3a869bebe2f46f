import { useEffect } from "react";
import { lazyResource, useAutoRetry } from "../lazy/lazy-resource.ts";
import { useStore } from "../store/store.ts";

const tooltipCode = lazyResource(() => import("./radix-tooltip.tsx"));

/** The tooltips of all elements with `data-tooltip`, and of `<time>`. A tooltip must not be an element's only name. */
export function TooltipLayer() {
  const tooltips = useStore(tooltipCode);
  useAutoRetry(tooltipCode, tooltips);
  useEffect(() => {
    // Load the code at the first mouse movement or Tab key, so never on phones. The state is `loading` also before the
    // first `load()`; after a failure `useAutoRetry` retries. The listeners stay: this layer is never unmounted.
    const load = () => tooltipCode.get().kind === "loading" && tooltipCode.load();
    addEventListener("pointermove", ({ pointerType }) => pointerType !== "touch" && load());
    addEventListener("keydown", ({ key }) => key === "Tab" && load());
  }, []);
  return tooltips.kind === "loaded" && <tooltips.code.RadixTooltips />;
}
