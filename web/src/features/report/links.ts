import { isHttpUrl } from "@logbook/domain";
import { tokenize } from "linkifyjs";

/** A part of a text. `key` is its position; a link has an `href`, a mention of a report such as `#142` a `report`. */
export interface TextPart {
  key: number;
  text: string;
  href: string | null;
  report: string | null;
}

// Bidi marks could make a link look like another address.
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Splits a text into links, mentions of reports and the rest: http, https, `www.` and e-mail addresses are links. The
 * joined parts are the text again, but bidi marks inside a link are percent-encoded (`%E2%80%AE`).
 */
export function splitLinks(text: string): TextPart[] {
  let key = 0;
  return tokenize(text).flatMap((token) => {
    const encoded = token.v.replace(BIDI_MARKS, encodeURIComponent);
    const href = token.isLink ? hrefOf(encoded, token.t) : null;
    const parts = href === null ? splitMentions(token.v, key) : [{ key, text: encoded, href, report: null }];
    key += token.v.length;
    return parts;
  });
}

// Not inside a word or after `&`, as in `a#1` or `&#39;`.
const MENTION = /(?<![\p{L}\p{N}_&#/])(#[1-9][0-9]{0,8})(?![\p{L}\p{N}_])/u;

function splitMentions(text: string, start: number): TextPart[] {
  let key = start;
  return text.split(MENTION).flatMap((part, index) => {
    if (part === "") return [];
    const found = { key, text: part, href: null, report: index % 2 === 1 ? part.slice(1) : null };
    key += part.length;
    return [found];
  });
}

/** The address of a link found by linkify, which also finds `README.md` and `ftp://…`: those are no links here. */
function hrefOf(text: string, kind: string): string | null {
  if (kind === "email") return `mailto:${text}`;
  // Without a subject or body: the user would send words that they did not write.
  if (/^mailto:[^?@]+@[^?@]+$/i.test(text)) return text;
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  return isHttpUrl(href) ? href : null;
}
