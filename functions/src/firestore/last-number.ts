/** The number of the report that was filed last, as far as one process knows. */
export interface LastNumber {
  /** `null` before the first read of the board. May be outdated: another process may have filed a report since. */
  value: number | null;
}

/** The last number that this process has read or written. */
export const lastNumberOfProcess: LastNumber = { value: null };
