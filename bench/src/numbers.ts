/** The value below which `share` of the values lie (nearest rank); `share` from 0 to 1. Throws without values. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError("There is nothing to take a percentile of.");
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** The middle value; of an even number of values the mean of both. Throws without values. */
export function median(values: readonly number[]): number {
  const upper = percentile(values, 0.5 + 0.5 / values.length);
  return values.length % 2 === 1 ? upper : (percentile(values, 0.5) + upper) / 2;
}

/** A measured value with as many digits as mean anything: three, or whole numbers. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
