import type { ReactNode } from "react";
import { createStore, useStore } from "../store/store.ts";

const backgroundElement = createStore<ReactNode>(null);

/**
 * Renders an invisible element that stays mounted while screens change, for work that needs hooks or a context, such as
 * uploads by reactfire. The element replaces that of the last call.
 */
export const renderInBackground = backgroundElement.set;

/** The element given to `renderInBackground`. The app renders this component once. */
export function Background() {
  return useStore(backgroundElement);
}
