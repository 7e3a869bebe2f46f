import { isHttpUrl } from "@logbook/domain";
import { tokenize } from "linkifyjs";

/** A part of a text; `key` is where it starts, `href` where it leads, or `null` where it is no link. */
export interface TextPart {
  key: number;
  text: string;
  href: string | null;
}

// They could make a link read like another address.
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The parts of a text in order: http and https addresses, those that begin with `www.`, and e-mail addresses are links.
 * Joined they are the text again, but for marks of the writing direction inside a link, which show in the form that
 * addresses have for them, as `%E2%80%AE`.
 */
export function splitLinks(text: string): TextPart[] {
  let key = 0;
  return tokenize(text).map((token) => {
    const encoded = token.v.replace(BIDI_MARKS, encodeURIComponent);
    const href = token.isLink ? hrefOf(encoded, token.t) : null;
    const part = { key, text: href === null ? token.v : encoded, href };
    key += token.v.length;
    return part;
  });
}

/** Where a text leads that linkify takes for an address. It takes `README.md` and `ftp://…` for such, too. */
function hrefOf(text: string, kind: string): string | null {
  if (kind === "email") return `mailto:${text}`;
  // Without a subject or a message, which would be somebody else's words.
  if (/^mailto:[^?@]+@[^?@]+$/i.test(text)) return text;
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  return isHttpUrl(href) ? href : null;
}
