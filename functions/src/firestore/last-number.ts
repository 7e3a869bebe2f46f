/**
 * The number of the report that was filed last, as this process has read or written it; `null` before its first read of
 * the board. Another process may have filed one since, so it is only what a new report is tried with.
 */
export interface LastNumber {
  value: number | null;
}

/** The last number of this process. */
export const processLastNumber: LastNumber = { value: null };
