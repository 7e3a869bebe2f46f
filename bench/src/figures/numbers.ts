/** The percentile at `share` (0 to 1) by nearest rank. Throws if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = sortValues(values);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** The middle value, or the mean of the two middle values. Throws if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = sortValues(values);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

function sortValues(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError("There are no values.");
  return [...values].sort((a, b) => a - b);
}

/** Rounds a value to three significant digits, or to a whole number from 100 on. */
export function roundValue(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
