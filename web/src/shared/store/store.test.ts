import { describe, expect, it, vi } from "vitest";
import { createStore } from "./store.ts";

describe("a store", () => {
  it("holds the last value that was set", () => {
    const store = createStore(1);
    expect(store.get()).toBe(1);
    store.set(2);
    expect(store.get()).toBe(2);
  });

  it("calls its listeners after each change, until they unsubscribe", () => {
    const store = createStore("a");
    const valuesAtCalls: string[] = [];
    const unsubscribe = store.subscribe(() => valuesAtCalls.push(store.get()));
    store.set("b");
    unsubscribe();
    store.set("c");
    expect(valuesAtCalls).toEqual(["b"]);
  });

  it("calls a listener once for each change, even if it was subscribed twice", () => {
    const store = createStore(0);
    const listener = vi.fn();
    store.subscribe(listener);
    store.subscribe(listener);
    store.set(1);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
