import { exactTime } from "../time/times.ts";

/** A tooltip's text, and a number that no other armed element has. */
interface Armed {
  text: string;
  key: number;
}

const WITH_TOOLTIP = "[data-tooltip], time[datetime]";

let armed: ReadonlyMap<HTMLElement, Armed> = new Map();
let keys = 0;
const listeners = new Set<() => void>();

/** The elements that have been pointed at or focused, with their tooltips. */
export const armedTooltips = (): ReadonlyMap<HTMLElement, Armed> => armed;

/** Calls `listener` after every change; returns what ends that. */
export function subscribeTooltips(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** From now on the element has its tooltip, as it says now; those that have left the page have none any more. */
function arm(element: HTMLElement | null): void {
  if (element === null) return;
  const text = element instanceof HTMLTimeElement ? exactTime(element.dateTime) : element.dataset.tooltip!;
  const { text: last, key = keys++ } = armed.get(element) ?? {};
  if (last === text) return;
  armed = new Map([...armed].filter(([{ isConnected }]) => isConnected)).set(element, { text, key });
  for (const listener of listeners) listener();
}

/** Arms what is pointed at or focused from now on, and what is already; one listener for all, so that a long list pays nothing. Returns what ends that. */
export function armTooltips(): () => void {
  const ended = new AbortController();
  const armTarget = ({ target }: Event) => arm((target as Element).closest<HTMLElement>(WITH_TOOLTIP));
  const options = { signal: ended.signal };
  addEventListener("pointerover", (event) => event.pointerType !== "touch" && armTarget(event), options);
  addEventListener("focusin", armTarget, options);
  for (const element of document.querySelectorAll<HTMLElement>(`:is(${WITH_TOOLTIP}):is(:hover, :focus)`)) arm(element);
  return () => ended.abort();
}
