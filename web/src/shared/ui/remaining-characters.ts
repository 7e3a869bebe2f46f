import { formatCount } from "@logbook/domain";

/** A hint such as '12 characters left' once a text has 90 % of its maximum length; `null` for shorter texts. */
export function remainingCharacters(length: number, maxLength: number): string | null {
  if (length < maxLength * 0.9) return null;
  const count = Math.abs(maxLength - length);
  const characters = `${formatCount(count)} ${count === 1 ? "character" : "characters"}`;
  return length > maxLength ? `${characters} too many` : `${characters} left`;
}
