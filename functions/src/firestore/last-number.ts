/**
 * The number of the report that was filed last, as this process has read or written it; `null` before its first read of
 * the board. It may be outdated: another process may have filed a report since.
 */
export interface LastNumber {
  value: number | null;
}

/** The last number of this process. */
export const lastNumberOfProcess: LastNumber = { value: null };
