import type { ReactNode } from "react";
import { createStore, useStore } from "../store/store.ts";

const element = createStore<ReactNode>(null);

/** Renders an invisible element that stays while screens change. It replaces the last one. */
export const renderInBackground = element.set;

/** The element given to `renderInBackground`; the app contains it once. */
export function Background() {
  return useStore(element);
}
