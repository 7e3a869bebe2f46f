import { useEffect, useSyncExternalStore } from "react";
import { useLater, whenIdle } from "../app/later.ts";
import { armedTooltips, subscribeTooltips, tooltipCode } from "./tooltips.ts";

/** Stands once around the app: all tooltips are shown from here, so that the delays of section 9 hold for all together. */
export function TooltipLayer() {
  const armed = useSyncExternalStore(subscribeTooltips, armedTooltips);
  const tooltips = useLater(tooltipCode, false);
  useEffect(() => whenIdle(tooltipCode.load), []);
  return tooltips.kind === "loaded" && <tooltips.code.RadixTooltips armed={armed} />;
}
