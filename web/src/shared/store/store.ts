import { useSyncExternalStore } from "react";

/** A value that can be read at any time, and listeners that are called after each change. */
export interface Store<T> {
  get(): T;
  set(newValue: T): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** A store that only its owner changes. */
export type ReadonlyStore<T> = Omit<Store<T>, "set">;

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(newValue) {
      value = newValue;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value. Server rendering and hydration use `serverValue`, which may differ from the store's value. */
export function useStore<T>({ get, subscribe }: ReadonlyStore<T>, serverValue = get()): T {
  return useSyncExternalStore(subscribe, get, () => serverValue);
}
