import { useEffect } from "react";
import { createStore, type ReadonlyStore, useStore } from "../store/store.ts";

export interface LoadFailure {
  kind: "failed";
  isRetrying: boolean;
  /** True after two failures while online: a new version of the page may have replaced the files of this version. */
  mayBeOutdated: boolean;
}

/** Before the first call of `load()` the state is `loading`, too. */
type LoadState<T> = { kind: "loading" } | LoadFailure | { kind: "loaded"; code: T };

/** Code that is loaded when it is first needed, and after a failure again when the browser comes online. */
export interface LazyResource<T> extends ReadonlyStore<LoadState<T>> {
  /** Starts or retries loading. Does nothing while the code is loading or once it is loaded. */
  load(): void;
}

export function lazyResource<T>(importCode: () => Promise<T>): LazyResource<T> {
  const { get, set, subscribe } = createStore<LoadState<T>>({ kind: "loading" });
  let isRequested = false;
  let failuresWhileOnline = 0;

  const onFailure = (error: unknown) => {
    console.error("Failed to load a part of the page:", error);
    isRequested = false;
    if (navigator.onLine) failuresWhileOnline += 1;
    set({ kind: "failed", isRetrying: false, mayBeOutdated: failuresWhileOnline > 1 });
    addEventListener("online", load, { once: true });
  };

  const load = () => {
    if (isRequested) return;
    isRequested = true;
    const state = get();
    if (state.kind === "failed") set({ ...state, isRetrying: true });
    importCode().then((code) => set({ kind: "loaded", code }), onFailure);
  };

  return { load, get, subscribe };
}

/** The resource's state. Starts loading the code once `isNeeded` is true. */
export function useLazyResource<T>(resource: LazyResource<T>, isNeeded = true): LoadState<T> {
  const state = useStore(resource);
  useEffect(() => {
    if (isNeeded) resource.load();
  }, [resource, isNeeded]);
  return state;
}

const RETRY_INTERVAL_MS = 5_000;

/** Retries a failed resource every few seconds. */
export function useAutoRetry<T>(resource: LazyResource<T>, state: LoadState<T>): void {
  const hasFailed = state.kind === "failed";
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setInterval(resource.load, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [resource, hasFailed]);
}

export function adviceAfterFailure({ mayBeOutdated }: LoadFailure): string {
  if (!navigator.onLine) return "Please check your connection.";
  return mayBeOutdated ? "There may be a new version of the logbook. Please reload the page." : "Please try again.";
}
