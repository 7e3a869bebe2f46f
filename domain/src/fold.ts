// Every search folds its text and each new report all its texts, so the patterns for all texts are fast ones: classes
// of UTF-16 units. Only texts with the characters that they find go through the slower `\p{…}`.

const NON_ASCII = /[^\0-\x7f]/;

const RARE_SPACE = /[\t-\r\u1680\u2028\u2029]/;
const RARE_SPACES = new RegExp(RARE_SPACE, "g");
const TWO_SPACES = / {2}/;
const SEVERAL_SPACES = / {2,}/g;

/** Finds each mark, each invisible character and each half of a surrogate pair, and some other characters. */
export const MAY_BE_MARK_OR_IGNORABLE =
  /[^\0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u200a\u2010-\u2029\u202f-\u205f\u2070-\u20cf\u2100-\u2ce0\u3000-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua66e\uac00-\ud7ff\uff00-\uff9f\uffa1-\uffef]/;

const IGNORABLES = /\p{Default_Ignorable_Code_Point}+/gu;

// `normalize` takes quadratic time for many accents on one letter: a search could keep the server busy for seconds.
// Therefore only the first 30 accents of a letter are kept.
const TOO_MANY_ACCENTS = /(\p{M}{30})\p{M}+/gu;

/** The characters that are folded to each of these: apostrophes, quotation marks, dashes, tildes, slashes. */
const LOOK_ALIKES = {
  // Among them the Uzbek ʻ, for which keyboards have only an apostrophe.
  "'": "\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u0384\u1fbd\u1fbf\u1ffe′‵‹›‘’‚‛",
  '"': "«»\u02ba\u02ee″‶〝〞〟“”„‟",
  "-": "\u058a\u05be\u1400\u1806\u2010\u2011\u2012–—\u2015\u2043−\u2e17\u2e1a⸺⸻\u2e40\u2e5d",
  // Windows and other systems type different ones of them for the same Japanese key.
  "~": "\u02dc\u2053\u223c\u301c\u3030",
  // The first one is that of fractions such as ½.
  "/": "\u2044\u2215",
};
export const LOOK_ALIKE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([plain, characters]) => [...characters].map((char) => [char, plain] as const)),
);
/** Finds each character of `LOOK_ALIKES`, and some others. */
export const MAY_BE_LOOK_ALIKE =
  /[\u00ab\u00b4\u00bb\u02b9-\u02ee\u0384\u058a\u05be\u1400\u1806\u1fbd-\u1fbf\u1ffe\u2010-\u201f\u2032-\u2053\u2212-\u223c\u2e17-\u2e5d\u301c-\u3030]/;
const MAY_BE_LOOK_ALIKES = new RegExp(MAY_BE_LOOK_ALIKE, "g");
// NFKC would make a space and an accent of ´, and two marks of ″.
const BROKEN_BY_NFKC = /[\u00b4\u02dc\u0384\u1fbd\u1fbf\u1ffe\u2033\u2036]/;

const foldLookAlikes = (text: string): string =>
  MAY_BE_LOOK_ALIKE.test(text) ? text.replace(MAY_BE_LOOK_ALIKES, (char) => LOOK_ALIKE_OF.get(char) ?? char) : text;

/**
 * A text in the form in which texts that look the same are the same: compatibility-normalised (NFKC), with single
 * spaces, one kind of apostrophes, quotation marks and dashes, and without invisible characters. Case stays.
 */
export function unifyText(text: string): string {
  return unifySpaces(NON_ASCII.test(text) ? unifyCharacters(text) : text);
}

function unifySpaces(text: string): string {
  const oneLine = text.replaceAll("\n", " ");
  const plainSpaces = RARE_SPACE.test(oneLine) ? oneLine.replace(RARE_SPACES, " ") : oneLine;
  return TWO_SPACES.test(plainSpaces) ? plainSpaces.replace(SEVERAL_SPACES, " ") : plainSpaces;
}

function unifyCharacters(text: string): string {
  const plainText = MAY_BE_MARK_OR_IGNORABLE.test(text)
    ? text.replace(IGNORABLES, "").replace(TOO_MANY_ACCENTS, "$1")
    : text;
  const readyText = BROKEN_BY_NFKC.test(plainText) ? foldLookAlikes(plainText) : plainText;
  return foldLookAlikes(readyText.normalize("NFKC"));
}

/** Finds each small letter but ß that is folded further, and some other characters. */
export const MAY_FOLD_FURTHER =
  /[\u0300-\u036f\u0131\u0149\u017f\u01f0\u0390\u03b0\u03c2\u0587\u13a0-\u13ff\u1c80-\u1cff\u1e96-\u1e9f\u1f50-\u1fff\uab70-\uabbf]/;

const SOFT_DOTTED_WITH_DOT = /(\p{Soft_Dotted})\u0307/gu;

/**
 * Folds what looks the same: `unifyText`, and upper and lower case by full case folding (ß as ss), the dotted and the
 * dotless i as i. Stored and searched texts and usernames are compared in this form (docs/decisions/0056-folding.md).
 */
export function foldText(text: string): string {
  if (!NON_ASCII.test(text)) return unifySpaces(text.toLowerCase());
  const lowerCase = unifySpaces(unifyCharacters(text)).toLowerCase().replaceAll("ß", "ss");
  if (!MAY_FOLD_FURTHER.test(lowerCase)) return lowerCase;
  // The capital of ı is I. A sigma is ς at the end of a word. `toLowerCase` makes two characters of İ.
  const folded = lowerCase.toUpperCase().toLowerCase().replaceAll("ς", "σ").replace(SOFT_DOTTED_WITH_DOT, "$1");
  // Some letters with accents are one character only in lower case, such as `ǰ`.
  return folded.normalize("NFC");
}
