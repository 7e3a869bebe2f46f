import confusables from "./confusables.json" with { type: "json" };
import { foldText, unifyText } from "./fold.ts";
import { LIMITS } from "./limits.ts";
import scripts from "./scripts.json" with { type: "json" };

/** The name that stands where that of a member stood who has deleted their account. */
export const FORMER_MEMBER = "former member";

/** Usernames that nobody may register: others could take them for the product, its operators or a placeholder. */
const RESERVED_USERNAMES = [
  "admin",
  "administrator",
  "anonymous",
  "deleted",
  "everyone",
  FORMER_MEMBER,
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

// The scripts that one name may have: these sets, which Japanese, Chinese and Korean write together, or any single one.
// Unicode Technical Standard 39 would allow Latin letters in these sets too. Digits, separators and most accents belong to every script.
const SCRIPT_SETS: readonly (readonly string[])[] = [
  ["Hani", "Hira", "Kana"],
  ["Hani", "Bopo"],
  ["Hani", "Hang"],
  ...scripts.map((script) => [script]),
];

/** Whether all characters of a name belong to one of `SCRIPT_SETS`. */
function hasOneScript(name: string): boolean {
  return SCRIPT_SETS.some((set) => {
    const scriptExtensions = ["Zyyy", "Zinh", ...set].map((script) => `\\p{scx=${script}}`).join("");
    return new RegExp(`^[${scriptExtensions}]*$`, "u").test(name);
  });
}

// A joiner between letters or signs without upper and lower case, as in the Sinhala ශ්‍රී and the Persian علی‌رضا, where it
// changes their shape. Names are compared without joiners.
const JOINERS = /(?<=\p{Lo}|(?!\p{Script=Zinh})\p{M})[\u200c\u200d](?=\p{Lo}|(?!\p{Script=Zinh})\p{M})/gu;

/**
 * The prototype of each character that looks like others: characters with the same prototype look alike (Unicode
 * Technical Standard 39; ICU 77.1, Unicode 16, Unicode licence). `scripts/confusables.jsh` generates the JSON file.
 */
const PROTOTYPES = new Map(
  Object.entries(confusables).flatMap(([prototype, characters]) =>
    [...characters].map((character) => [character, prototype] as const),
  ),
);

/** The skeleton of a text: texts with the same skeleton look alike (Unicode Technical Standard 39). */
function skeleton(text: string): string {
  const toPrototypes = (input: string) =>
    [...input.normalize("NFD")].map((char) => PROTOTYPES.get(char) ?? char).join("");
  // The prototype of a small capital M is m, and only the second call replaces this m by its own prototype, `rn`.
  return toPrototypes(toPrototypes(text)).normalize("NFD");
}

/** The skeletons of a username as typed and in lower case. `PauI` and `paul` look alike: they share a skeleton. */
export function usernameSkeletons(username: string): string[] {
  // The skeleton comes first: it turns a capital i into a small l, while `toLowerCase` turns it into a small i.
  const typedSkeleton = skeleton(unifyText(shorten(username)).trim());
  return [...new Set([skeleton(typedSkeleton.toLowerCase()), skeleton(foldUsername(username))])];
}

// 0 and 1 are missing, because `skeleton` replaces them.
const DIGITS_LIKE_LETTERS: Record<string, string> = { "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g" };

/** A looser skeleton for reserved names: without accents, strokes, case and separators, with digits as letters. */
function looseSkeleton(name: string): string {
  // `toUpperCase` turns the Turkish i without a dot into a plain I.
  const withPlainI = foldUsername(name).toUpperCase().toLowerCase();
  const lettersAndDigits = withPlainI.normalize("NFKD").replace(/[\p{M} ._-]/gu, "");
  // In a skeleton, the stroke through a letter is a separate mark. Prototypes can be capital letters (O for 0), and the
  // small letter can have another prototype: hence the second `skeleton`.
  const withoutStrokes = skeleton(skeleton(lettersAndDigits).toLowerCase()).replace(/\p{M}/gu, "");
  const withLettersForDigits = withoutStrokes.replace(/[345789]/g, (digit) => DIGITS_LIKE_LETTERS[digit]!);
  // A capital i looks like a small l, and vv looks like w.
  return withLettersForDigits.replaceAll("i", "l").replaceAll("vv", "w");
}

// Longer texts are cut, because folding a request body full of accents would take seconds. Usernames are shorter.
const MAX_FOLDED_LENGTH = 10 * LIMITS.usernameMax;
const shorten = (username: string): string => username.trim().slice(0, MAX_FOLDED_LENGTH);

/** The form in which usernames are compared, which is also the id of a name's reservation: see `foldText`. */
export function foldUsername(username: string): string {
  return foldText(shorten(username)).trim();
}

/**
 * The ids under which a username may be reserved. Registration uses the last one, `foldUsername`. The first one is that
 * of versions before that folding: in a few names, such as Weiß, the two differ.
 */
export function usernameIds(username: string): string[] {
  return [...new Set([shorten(username).normalize("NFKC").toLowerCase(), foldUsername(username)])];
}

const RESERVED_SKELETONS = new Set(RESERVED_USERNAMES.map(looseSkeleton));

/** A sentence that says why a username cannot be registered, or `null` if it can. */
export function usernameProblem(username: string): string | null {
  const typedName = username.trim();
  const name = typedName.replace(JOINERS, "");
  if (typedName.length < LIMITS.usernameMin || typedName.length > LIMITS.usernameMax)
    return `A username has ${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters. Please choose another.`;
  // U+0F0B separates the syllables of a Tibetan word.
  if (!/^[\p{L}\p{M}\p{Nd}\u0f0b ._-]+$/u.test(name) || /\s{2}/.test(name))
    return "A username may hold letters, digits, single spaces, full stops, hyphens and underscores only. Please choose another.";
  // A mark at the start has no letter to sit on. Some letters and marks are invisible, such as the Hangul fillers.
  if (/^\p{M}|\p{Default_Ignorable_Code_Point}/u.test(name))
    return "A username may hold no invisible characters. Please choose another.";
  if (!/[\p{L}\p{Nd}]/u.test(name)) return "A username needs at least one letter or digit. Please choose another.";
  // Firestore reserves document ids of this form.
  if (/^__.*__$/.test(foldUsername(name)))
    return "A username may not begin and end with two underscores. Please choose another.";
  if (!hasOneScript(name.normalize("NFKC")))
    return "A username may not mix letters of different alphabets. Please choose another.";
  if (RESERVED_SKELETONS.has(looseSkeleton(name))) return "This username is reserved. Please choose another.";
  return null;
}
