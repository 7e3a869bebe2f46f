import type { ReactNode } from "react";
import { createStore, useStore } from "../store/store.ts";

const element = createStore<ReactNode>(null);

/** Renders an invisible element that stays mounted while screens change. It replaces the element of the last call. */
export const renderInBackground = element.set;

/** The element given to `renderInBackground`; the app contains it once. */
export function Background() {
  return useStore(element);
}
