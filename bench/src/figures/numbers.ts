/** The percentile at `share` (0 to 1) by nearest rank. Throws if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError("There are no values to take a percentile of.");
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** The middle value, or the mean of the two middle values. Throws if there are no values. */
export function median(values: readonly number[]): number {
  const upper = percentile(values, 0.5 + 0.5 / values.length);
  return values.length % 2 === 1 ? upper : (percentile(values, 0.5) + upper) / 2;
}

/** A value rounded to three significant digits, or to a whole number from 100 on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
