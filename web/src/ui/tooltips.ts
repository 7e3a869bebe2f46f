import { later } from "../app/later.ts";

/** What shows tooltips: Radix and all it needs. */
export const tooltipCode = later(() => import("./radix-tooltip.tsx"));

/** A tooltip's text, and a number that no other armed element has. */
export interface Armed {
  text: string;
  key: number;
}

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

/** From now on the element has a tooltip; those that have left the page have none any more. */
export function armTooltip(element: HTMLElement, text: string): void {
  tooltipCode.load();
  const { text: last, key = keys++ } = armed.get(element) ?? {};
  if (last === text) return;
  armed = new Map([...armed].filter(([{ isConnected }]) => isConnected)).set(element, { text, key });
  for (const listener of listeners) listener();
}
