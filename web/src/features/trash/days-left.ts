const DAY_MS = 86_400_000;

/**
 * Says when a report in the trash will be purged, such as 'Gone for good in 29 days'. `now` is in milliseconds. The
 * time may have passed: the job `purge` runs once a day.
 */
export function daysLeftText(purgeAt: string, now: number): string {
  const days = Math.ceil((Date.parse(purgeAt) - now) / DAY_MS);
  if (days <= 1) return "Gone for good within a day";
  return `Gone for good in ${days} days`;
}
