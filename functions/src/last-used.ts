/** Keeps the `most` values that were used last. */
export interface LastUsed<T> {
  get(key: string): T | undefined;
  /** Gives the value back. */
  set(key: string, value: T): T;
}

/** Begins with nothing. */
export function lastUsed<T>(most: number): LastUsed<T> {
  const values = new Map<string, T>();
  const set = (key: string, value: T): T => {
    // A map is in the order of insertion: what was used last stands at its end.
    values.delete(key);
    values.set(key, value);
    if (values.size > most) values.delete(values.keys().next().value!);
    return value;
  };
  return {
    get(key) {
      const value = values.get(key);
      return value === undefined ? undefined : set(key, value);
    },
    set,
  };
}
