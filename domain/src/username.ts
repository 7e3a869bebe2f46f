import { CONFUSABLES } from "./confusables.ts";
import { LIMITS } from "./limits.ts";

/** Usernames that nobody may register, because they suggest the product or its operators. */
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

// All letters of a name, and all digits except 0 to 9, must come from one of these groups of scripts.
const SCRIPTS: readonly RegExp[] = [
  /^\p{scx=Latin}$/u,
  /^\p{scx=Cyrillic}$/u,
  /^\p{scx=Greek}$/u,
  /^\p{scx=Arabic}$/u,
  /^\p{scx=Hebrew}$/u,
  /^\p{scx=Armenian}$/u,
  /^\p{scx=Georgian}$/u,
  /^\p{scx=Devanagari}$/u,
  /^\p{scx=Bengali}$/u,
  /^\p{scx=Tamil}$/u,
  /^\p{scx=Thai}$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]$/u,
];

const PROTOTYPES = new Map(
  CONFUSABLES.trim()
    .split("\n")
    .flatMap((line) => {
      const [prototype = "", characters = ""] = line.split(" ");
      return [...characters].map((character) => [character, prototype] as const);
    }),
);

/** The skeleton of a text: texts with the same skeleton look alike (Unicode Technical Standard 39). */
function skeleton(text: string): string {
  const replace = (part: string) => [...part.normalize("NFD")].map((char) => PROTOTYPES.get(char) ?? char).join("");
  // Replaced twice: a small capital becomes a letter, which may itself look like two other letters, as m looks like rn.
  return replace(replace(text)).normalize("NFD");
}

/**
 * The skeletons of a username as typed and in lower case. Two members must not have a skeleton in common: `PauI` with a
 * capital i looks like `paul`.
 */
export function usernameSkeletons(username: string): string[] {
  const asTyped = skeleton(skeleton(username.trim().normalize("NFKC")).toLowerCase());
  return [...new Set([asTyped, skeleton(foldUsername(username))])];
}

const DIGITS_LIKE_LETTERS: Record<string, string> = { "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g" };

/** A looser skeleton for reserved names: without accents, strokes, case and separators, with digits as letters. */
function looseSkeleton(name: string): string {
  // Upper case first: it makes a plain i of the Turkish i without a dot.
  const plain = foldUsername(name).toUpperCase().toLowerCase().normalize("NFKD");
  const letters = plain.replace(/[\p{M} ._-]/gu, "");
  // A skeleton has a stroke through a letter as a separate mark.
  const withoutMarks = skeleton(skeleton(letters).toLowerCase()).replace(/\p{M}/gu, "");
  const readAsLetters = withoutMarks.replace(/[345789]/g, (digit) => DIGITS_LIKE_LETTERS[digit]!);
  // A small l and a capital i look the same.
  return readAsLetters.replaceAll("i", "l").replaceAll("vv", "w");
}

// Longer texts are cut, because folding a request body full of accents would take seconds. Usernames are shorter.
const MAX_FOLDED_LENGTH = 10 * LIMITS.usernameMax;

/** The form in which usernames are compared: trimmed, compatibility-normalised (NFKC) and in lower case. */
export function foldUsername(username: string): string {
  return username.trim().slice(0, MAX_FOLDED_LENGTH).normalize("NFKC").toLowerCase();
}

const RESERVED_SKELETONS = new Set(RESERVED_USERNAMES.map(looseSkeleton));

/**
 * A sentence that says why a username cannot be registered, or `null` if it can. A username has 2 to 64 visible
 * characters: letters of one script, digits, single spaces, full stops, hyphens and underscores. It must not look like
 * a reserved name.
 */
export function usernameProblem(username: string): string | null {
  const name = username.trim();
  if (name.length < LIMITS.usernameMin || name.length > LIMITS.usernameMax)
    return `A username has ${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters. Please choose another.`;
  if (!/^[\p{L}\p{M}\p{Nd} ._-]+$/u.test(name) || /\s{2}/.test(name))
    return "A username may hold letters, digits, single spaces, full stops, hyphens and underscores only. Please choose another.";
  // Unicode has invisible letters and marks, such as the Hangul filler and the variation selectors.
  if (/^\p{M}|\p{Default_Ignorable_Code_Point}/u.test(name))
    return "A username may hold no invisible characters. Please choose another.";
  if (!/[\p{L}\p{Nd}]/u.test(name)) return "A username needs at least one letter or digit. Please choose another.";
  // Firestore reserves document ids of this form.
  if (/^__.*__$/.test(foldUsername(name)))
    return "A username may not begin and end with two underscores. Please choose another.";
  const letters = [...foldUsername(name)].filter((char) => /[\p{L}\p{Nd}]/u.test(char) && !/[0-9]/.test(char));
  if (!SCRIPTS.some((script) => letters.every((char) => script.test(char))))
    return "A username may not mix letters of different alphabets. Please choose another.";
  if (RESERVED_SKELETONS.has(looseSkeleton(name))) return "This username is reserved. Please choose another.";
  return null;
}
