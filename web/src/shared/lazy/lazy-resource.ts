import { useEffect } from "react";
import { createStore, type ReadonlyStore } from "../store/create-store.ts";
import { useStore } from "../store/use-store.ts";

/** Code that could not be loaded. */
export interface Failed {
  kind: "failed";
  /** Whether it is being tried again. */
  trying: boolean;
  /** Whether that has failed too, online: after a new version came out, code of the last one is no longer there. */
  again: boolean;
}

/** How code that comes later stands: `loading` also before it was asked for. */
type LoadState<T> = { kind: "loading" } | Failed | { kind: "loaded"; code: T };

/** Code that the page can do without until it is there. */
export interface LazyResource<T> extends ReadonlyStore<LoadState<T>> {
  /** Loads it, unless it is there or on its way. */
  load(): void;
}

const LOADING = { kind: "loading" } as const;

/** Makes code that is loaded when it is first wanted, and tried again when that failed. */
export function lazyResource<T>(load: () => Promise<T>): LazyResource<T> {
  const { get, set, subscribe } = createStore<LoadState<T>>(LOADING);
  let asked = false;
  let failuresOnline = 0;
  return {
    load() {
      if (asked) return;
      asked = true;
      const state = get();
      if (state.kind === "failed") set({ ...state, trying: true });
      load().then(
        (code) => set({ kind: "loaded", code }),
        (error: unknown) => {
          console.error("Failed to load a part of the page:", error);
          asked = false;
          if (navigator.onLine) failuresOnline += 1;
          set({ kind: "failed", trying: false, again: failuresOnline > 1 });
        },
      );
    },
    get,
    subscribe,
  };
}

/** How the code stands; `wanted` has it loaded. */
export function useLazyResource<T>(code: LazyResource<T>, wanted: boolean): LoadState<T> {
  const state = useStore(code);
  useEffect(() => {
    if (wanted) code.load();
  }, [code, wanted]);
  return state;
}

/** Tries again when the browser comes online, while `wanted`. */
export function useRetryOnline(retry: () => void, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [retry, wanted]);
}

const AGAIN_AFTER_MS = 5_000;

/** Tries code again that nobody presses a button for: when the browser comes online, and every few seconds. */
export function useRetryAlone<T>(code: LazyResource<T>, standing: LoadState<T>): void {
  const failed = standing.kind === "failed";
  useRetryOnline(code.load, failed);
  useEffect(() => {
    if (!failed) return;
    const timer = setInterval(code.load, AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [code, failed]);
}

/** What helps against a failure, in words. */
export function adviceFor({ again }: Failed): string {
  if (!navigator.onLine) return "Please check your connection.";
  return again ? "There may be a new version of the logbook. Please reload the page." : "Please try again.";
}
