import { isHttpUrl } from "@logbook/domain";
import { tokenize } from "linkifyjs";

/** A part of a text. `key` is its position. Links have an `href`. Mentions of a report (`#142`) have its number. */
export interface TextPart {
  key: number;
  text: string;
  href: string | null;
  reportNumber: string | null;
}

// Bidi marks are invisible characters that set the direction of text. They could make a link look like another address.
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// Characters that end a link wherever they stand: no address that a browser copies has them. They are ", <, > and `;
// the quotation marks, brackets, commas and full stops of all scripts; and invisible characters, except bidi marks and
// those that shape letters (joiners, variation selectors).
const LINK_END =
  /(["<>`]|(?![!-~])[\p{Quotation_Mark}\p{Terminal_Punctuation}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]|[\u034f\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0])/u;

// The beginning of a link after a bracket, comma, quotation or emphasis mark, as in `[https://a.org](https://b.org)`.
// An address in an address, as in `https://a.org/?to=https://b.org`, has none of them.
const NEXT_LINK = /(?<=[()[\]{}'*_~|,;])(?=https?:\/\/|www\.)/i;

/**
 * Splits a text into links (http, https, `www.` and e-mail addresses), mentions of reports, and plain text. The joined
 * parts are the same text, except that bidi marks inside a link are percent-encoded (`%E2%80%AE`).
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let key = 0;
  const addPart = (part: Omit<TextPart, "key">, length: number) => {
    if (length > 0) parts.push({ key, ...part });
    key += length;
  };
  const addPlainText = (plainText: string) => {
    for (const [index, part] of plainText.split(MENTION).entries()) {
      // `split` puts the matches of a capturing group at the odd indexes.
      const reportNumber = index % 2 === 1 ? part.slice(1) : null;
      addPart({ text: part, href: null, reportNumber }, part.length);
    }
  };

  for (const [index, piece] of text.split(LINK_END).entries()) {
    if (index % 2 === 1) addPlainText(piece);
    // Each of these texts has at most one link of which only a part may be an address: see `linkLength`.
    // linkify calls the text of a token `v`, and its kind `t`.
    else
      for (const { v: tokenText, t: kind, isLink } of piece.split(NEXT_LINK).flatMap((part) => tokenize(part))) {
        const length = isLink ? linkLength(tokenText, text.slice(Math.max(0, key - 3), key)) : 0;
        const linkText = tokenText.slice(0, length).replace(BIDI_MARKS, encodeURIComponent);
        const href = isLink ? findHref(linkText, kind) : null;
        if (href !== null) addPart({ text: linkText, href, reportNumber: null }, length);
        addPlainText(href === null ? tokenText : tokenText.slice(length));
      }
  }
  return parts;
}

const OPENING_BRACKETS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

// Punctuation after a link, as in `See https://example.org/a.`, emphasis marks, opening brackets, and invisible
// characters except those which belong to an emoji.
const AFTER_LINK =
  /[!'*,.:;?\\^_|~([{]|(?![!-~])[\p{P}\p{Sk}\p{Sm}]|(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u;

/** The length of the address at the beginning of a link that linkify found; `before` is the text before the link. */
function linkLength(linkText: string, before: string): number {
  let end = Math.min(closingMarkIndex(linkText, before), unbalancedBracketIndex(linkText));
  while (end > 0 && AFTER_LINK.test(linkText[end - 1]!)) end -= 1;
  return end;
}

/** The index of the marks that close those before the link, as in `'https://a.org','…'` or `**https://a.org**`. */
function closingMarkIndex(linkText: string, before: string): number {
  const marks = /['*_~]+$/.exec(before)?.[0];
  if (marks === undefined) return linkText.length;
  for (let index = linkText.indexOf(marks); index !== -1; index = linkText.indexOf(marks, index + 1))
    // Inside a word, a mark belongs to the address.
    if (!/[\w/-]/.test(linkText[index + marks.length] ?? "")) return index;
  return linkText.length;
}

/** The index of the first closing bracket that the link has not opened. Addresses in Wikipedia have both. */
function unbalancedBracketIndex(linkText: string): number {
  const openBrackets: string[] = [];
  for (const { 0: bracket, index } of linkText.matchAll(/[()[\]{}]/g)) {
    const opening = OPENING_BRACKETS[bracket];
    if (opening === undefined) openBrackets.push(bracket);
    else if (openBrackets.pop() !== opening) return index;
  }
  return linkText.length;
}

// Matches `#142` with at most nine digits, but not inside a word as in `a#1`, nor after `&`, `#` or `/` as in `&#39;`.
// Letters without upper and lower case are not of that word: languages with such letters write words without spaces, as
// in これは#1と同じ, or join short words to it. Not matched are numbers that go on, as in `#1,000`, `#1.5` and `#1:2`.
const MENTION =
  /(?<![\u0300-\u036f\p{Lu}\p{Ll}\p{Lt}ªº\p{N}_&#/])(#[1-9][0-9]{0,8})(?![\u0300-\u036f\u20e3\ufe0f\p{Lu}\p{Ll}\p{Lt}ªº_]|[.,:/'’٫٬\u00a0\u2009\u202f]?\p{N})/u;

/** The address of a link that linkify found; `null` for `README.md` or `ftp://…`, which stay plain text. */
function findHref(text: string, kind: string): string | null {
  if (kind === "email") return `mailto:${text}`;
  // A link with a subject or a body stays plain text: its author would choose words that another user then sends.
  if (/^mailto:[^?@]+@[^?@]+$/i.test(text)) return text;
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  return isHttpUrl(href) ? href : null;
}
