import { formatCount } from "@logbook/domain";

/** What is said about a text's length once nine tenths of what is allowed are used; `null` before. */
export function remainingCharacters(length: number, limit: number): string | null {
  if (length < limit * 0.9) return null;
  const count = Math.abs(limit - length);
  const characters = `${formatCount(count)} ${count === 1 ? "character" : "characters"}`;
  return length > limit ? `${characters} too many` : `${characters} left`;
}
