import { formatCount } from "@logbook/domain";

/** The hint on a text's length, such as '12 characters left', from 90 % of the limit on; `null` before. */
export function remainingCharacters(length: number, limit: number): string | null {
  if (length < limit * 0.9) return null;
  const count = Math.abs(limit - length);
  const characters = `${formatCount(count)} ${count === 1 ? "character" : "characters"}`;
  return length > limit ? `${characters} too many` : `${characters} left`;
}
