import { CONFUSABLES } from "./confusables.ts";
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

/** Letters of one name, and digits but 0 to 9, come from one of these groups, so that no two scripts make look-alikes. */
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

const LOOKS_LIKE = new Map(
  CONFUSABLES.trim()
    .split("\n")
    .flatMap((line) => {
      const [like = "", characters = ""] = line.split(" ");
      return [...characters].map((character) => [character, like] as const);
    }),
);

/** What a text looks like: two texts with the same skeleton can be mistaken for one another (Unicode Technical Standard 39). */
function skeleton(text: string): string {
  const once = (part: string) => [...part.normalize("NFD")].map((char) => LOOKS_LIKE.get(char) ?? char).join("");
  // A small capital looks like a letter, which may look like two others.
  return once(once(text)).normalize("NFD");
}

/**
 * What a name looks like as it is written, and in small letters: no two names may have one of these in common. `PauI` with
 * a capital i looks like `paul`, and `Maxi` like `maxi` however its letters are drawn.
 */
export function lookAlikes(username: string): string[] {
  const written = skeleton(skeleton(username.trim().normalize("NFKC")).toLowerCase());
  return [...new Set([written, skeleton(foldUsername(username))])];
}

const DIGITS_LIKE_LETTERS: Record<string, string> = { "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g" };

/** A name without what tells it from a reserved one at a second glance only: accents, dots, separators, case, look-alikes. */
function looks(name: string): string {
  const plain = foldUsername(name).toUpperCase().toLowerCase().normalize("NFKD");
  const letters = plain.replace(/[\p{M} ._-]/gu, "");
  // In a skeleton the stroke through a letter is a mark.
  const look = skeleton(skeleton(letters).toLowerCase()).replace(/\p{M}/gu, "");
  // A small l is a capital i.
  const read = look.replace(/[345789]/g, (digit) => DIGITS_LIKE_LETTERS[digit]!);
  return read.replaceAll("i", "l").replaceAll("vv", "w");
}

// As typed, accents apart. What is longer is nobody's name, and to fold a whole body of accents would take seconds.
const LONGEST_TYPED = 10 * LIMITS.usernameMax;

/** The form under which a username is unique: compatibility-normalised and lower case. */
export function foldUsername(username: string): string {
  return username.trim().slice(0, LONGEST_TYPED).normalize("NFKC").toLowerCase();
}

const RESERVED_LOOKS = new Set(RESERVED_USERNAMES.map(looks));

/**
 * Why a username cannot be registered, as a sentence that says what to change, or `null` when it can.
 * Letters of one script, digits, single spaces, full stops, hyphens and underscores, all of them visible; 2 to 64
 * characters; neither reserved nor like a reserved one.
 */
export function usernameProblem(username: string): string | null {
  const name = username.trim();
  if (name.length < LIMITS.usernameMin || name.length > LIMITS.usernameMax)
    return `A username has ${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters. Please choose another.`;
  if (!/^[\p{L}\p{M}\p{Nd} ._-]+$/u.test(name) || /\s{2}/.test(name))
    return "A username may hold letters, digits, single spaces, full stops, hyphens and underscores only. Please choose another.";
  // Among letters and accents there are some that nobody sees, as the Hangul filler or the variation selectors.
  if (/^\p{M}|\p{Default_Ignorable_Code_Point}/u.test(name))
    return "A username may hold no invisible characters. Please choose another.";
  if (!/[\p{L}\p{Nd}]/u.test(name)) return "A username needs at least one letter or digit. Please choose another.";
  // Firestore keeps document ids of this form for itself.
  if (/^__.*__$/.test(foldUsername(name)))
    return "A username may not begin and end with two underscores. Please choose another.";
  const letters = [...foldUsername(name)].filter((char) => /[\p{L}\p{Nd}]/u.test(char) && !/[0-9]/.test(char));
  if (!SCRIPTS.some((script) => letters.every((char) => script.test(char))))
    return "A username may not mix letters of different alphabets. Please choose another.";
  if (RESERVED_LOOKS.has(looks(name))) return "This username is reserved. Please choose another.";
  return null;
}
