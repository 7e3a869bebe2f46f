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

/**
 * Splits a text into links (http, https, `www.` and e-mail addresses), mentions of reports, and plain text. The joined
 * parts are the same text, except that bidi marks inside a link are percent-encoded (`%E2%80%AE`).
 */
export function splitLinks(text: string): TextPart[] {
  let key = 0;
  // linkify calls the text of a token `v`, and its kind `t`.
  return tokenize(text).flatMap(({ v: tokenText, t: kind, isLink }) => {
    const linkText = tokenText.replace(BIDI_MARKS, encodeURIComponent);
    const href = isLink ? findHref(linkText, kind) : null;
    const parts = href === null ? splitMentions(tokenText, key) : [{ key, text: linkText, href, reportNumber: null }];
    key += tokenText.length;
    return parts;
  });
}

// Matches `#142` with at most nine digits, but not inside a word as in `a#1`, nor after `&`, `#` or `/` as in `&#39;`.
const MENTION = /(?<![\p{L}\p{N}_&#/])(#[1-9][0-9]{0,8})(?![\p{L}\p{N}_])/u;

function splitMentions(text: string, firstKey: number): TextPart[] {
  let key = firstKey;
  return text.split(MENTION).flatMap((part, index) => {
    if (part === "") return [];
    // `split` puts the matches of a capturing group at the odd indexes.
    const isMention = index % 2 === 1;
    const textPart = { key, text: part, href: null, reportNumber: isMention ? part.slice(1) : null };
    key += part.length;
    return [textPart];
  });
}

/** The address of a link that linkify found; `null` for `README.md` or `ftp://…`, which stay plain text. */
function findHref(text: string, kind: string): string | null {
  if (kind === "email") return `mailto:${text}`;
  // A link with a subject or a body stays plain text: its author would choose words that another user then sends.
  if (/^mailto:[^?@]+@[^?@]+$/i.test(text)) return text;
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  return isHttpUrl(href) ? href : null;
}
