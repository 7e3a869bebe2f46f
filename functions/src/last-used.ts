/** Keeps the `most` values that were used last. */
export interface LastUsed<T> {
  get(key: string): T | undefined;
  /** Gives the value back. */
  set(key: string, value: T): T;
}

/** What all values together may take, and what one of them does, which is the same each time. */
export interface Room<T> {
  bytes: number;
  of(value: T): number;
}

/** Begins with nothing; where values differ in size by how others choose, `room` bounds them as well. */
export function lastUsed<T>(most: number, room: Room<T> = { bytes: 0, of: () => 0 }): LastUsed<T> {
  const values = new Map<string, T>();
  let taken = 0;

  function remove(key: string): void {
    const value = values.get(key);
    if (value === undefined) return;
    values.delete(key);
    taken -= room.of(value);
  }

  function set(key: string, value: T): T {
    // A map is in the order of insertion: what was used last stands at its end.
    remove(key);
    values.set(key, value);
    taken += room.of(value);
    while (values.size > most || taken > room.bytes) remove(values.keys().next().value!);
    return value;
  }

  return {
    get(key) {
      const value = values.get(key);
      return value === undefined ? undefined : set(key, value);
    },
    set,
  };
}
