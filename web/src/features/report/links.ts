import { isHttpUrl } from "@logbook/domain";
import { tokenize } from "linkifyjs";

// Bidi marks could make a link look like another address.
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Splits a text into links and the rest: http, https, `www.` and e-mail addresses are links. The joined parts are the
 * text again, but bidi marks inside a link are percent-encoded (`%E2%80%AE`). The `key` of a part is its position.
 */
export function splitLinks(text: string) {
  let key = 0;
  return tokenize(text).map((token) => {
    const encoded = token.v.replace(BIDI_MARKS, encodeURIComponent);
    const href = token.isLink ? hrefOf(encoded, token.t) : null;
    const part = { key, text: href === null ? token.v : encoded, href };
    key += token.v.length;
    return part;
  });
}

/** The address of a link found by linkify, which also finds `README.md` and `ftp://…`: those are no links here. */
function hrefOf(text: string, kind: string): string | null {
  if (kind === "email") return `mailto:${text}`;
  // Without a subject or body: the person would send words that they did not write.
  if (/^mailto:[^?@]+@[^?@]+$/i.test(text)) return text;
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  return isHttpUrl(href) ? href : null;
}
