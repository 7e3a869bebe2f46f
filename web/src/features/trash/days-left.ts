const DAY_MS = 86_400_000;

/** How long a report stays in the trash, seen from `now` (milliseconds): 'Gone for good in 29 days'. */
export function daysLeft(purgeAt: string, now: number): string {
  const days = Math.ceil((Date.parse(purgeAt) - now) / DAY_MS);
  if (days <= 1) return "Gone for good within a day";
  return `Gone for good in ${days} days`;
}
