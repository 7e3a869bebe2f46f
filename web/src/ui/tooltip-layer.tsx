import { useEffect, useSyncExternalStore } from "react";
import { useLater } from "../app/later.ts";
import { exactTime } from "../issue/times.ts";
import { armedTooltips, armTooltip, subscribeTooltips, tooltipCode } from "./tooltips.ts";

/**
 * Stands once around the app: all tooltips are shown from here, so that the delays of section 9 hold for all together. An
 * element has one by its `data-tooltip`, never the only place of a name; a `<time>` has its exact time.
 */
export function TooltipLayer() {
  const armed = useSyncExternalStore(subscribeTooltips, armedTooltips);
  const tooltips = useLater(tooltipCode, false);
  useEffect(listen, []);
  useEffect(loadInTime, []);
  return tooltips.kind === "loaded" && <tooltips.code.RadixTooltips armed={armed} />;
}

/** One listener for all: a long list pays nothing for its tooltips. */
function listen(): () => void {
  const ended = new AbortController();
  const arm = ({ target }: Event) => {
    const element = (target as Element).closest<HTMLElement>("[data-tooltip], time[datetime]");
    if (element === null) return;
    armTooltip(element, element instanceof HTMLTimeElement ? exactTime(element.dateTime) : element.dataset.tooltip!);
  };
  const options = { signal: ended.signal };
  addEventListener("pointerover", (event) => event.pointerType !== "touch" && arm(event), options);
  addEventListener("focusin", arm, options);
  return () => ended.abort();
}

/** Their code comes as soon as somebody might want one; on a phone nobody does. */
function loadInTime(): () => void {
  const ended = new AbortController();
  const load = () => {
    ended.abort();
    tooltipCode.load();
  };
  const options = { signal: ended.signal };
  addEventListener("pointermove", ({ pointerType }) => pointerType !== "touch" && load(), options);
  addEventListener("keydown", ({ key }) => key === "Tab" && load(), options);
  return () => ended.abort();
}
