import { useSyncExternalStore } from "react";
import type { ReadonlyStore } from "./create-store.ts";

/** The store's value. Server rendering and hydration use `serverValue`, where it may differ from the store's. */
export function useStore<T>({ get, subscribe }: ReadonlyStore<T>, serverValue = get()): T {
  return useSyncExternalStore(subscribe, get, () => serverValue);
}
