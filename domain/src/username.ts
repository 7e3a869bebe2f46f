import { LIMITS } from "./limits.ts";

/** Names that would pass for the product or its keepers. Compared folded. */
export const RESERVED_USERNAMES: readonly string[] = [
  "admin",
  "administrator",
  "anonymous",
  "deleted",
  "everyone",
  "guest",
  "logbook",
  "moderator",
  "null",
  "official",
  "owner",
  "root",
  "staff",
  "support",
  "system",
  "undefined",
];

/** Letters of one name come from one of these groups, so that no two scripts make look-alikes. */
const SCRIPTS: readonly RegExp[] = [
  /^\p{Script=Latin}$/u,
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Greek}$/u,
  /^\p{Script=Arabic}$/u,
  /^\p{Script=Hebrew}$/u,
  /^\p{Script=Armenian}$/u,
  /^\p{Script=Georgian}$/u,
  /^\p{Script=Devanagari}$/u,
  /^\p{Script=Bengali}$/u,
  /^\p{Script=Tamil}$/u,
  /^\p{Script=Thai}$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]$/u,
];

/** The form under which a username is unique: compatibility-normalised and lower case. */
export function foldUsername(username: string): string {
  return username.trim().normalize("NFKC").toLowerCase();
}

/**
 * Why a username cannot be registered, as a sentence that says what to change, or `null` when it can.
 * Letters of one script, digits, single spaces, full stops, hyphens and underscores; 2 to 40 characters; not reserved.
 */
export function usernameProblem(username: string): string | null {
  const name = username.trim();
  if (name.length < LIMITS.usernameMin || name.length > LIMITS.usernameMax)
    return `A username has ${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters. Please choose another.`;
  if (!/^[\p{L}\p{M}\p{Nd} ._-]+$/u.test(name) || /\s{2}/.test(name))
    return "A username may hold letters, digits, single spaces, full stops, hyphens and underscores only. Please choose another.";
  if (!/[\p{L}\p{Nd}]/u.test(name)) return "A username needs at least one letter or digit. Please choose another.";
  // Firestore keeps document ids of this form for itself.
  if (/^__.*__$/.test(foldUsername(name)))
    return "A username may not begin and end with two underscores. Please choose another.";
  const letters = [...foldUsername(name)].filter((char) => /\p{L}/u.test(char));
  if (!SCRIPTS.some((script) => letters.every((char) => script.test(char))))
    return "A username may not mix letters of different alphabets. Please choose another.";
  if (RESERVED_USERNAMES.includes(foldUsername(name))) return "This username is reserved. Please choose another.";
  return null;
}
