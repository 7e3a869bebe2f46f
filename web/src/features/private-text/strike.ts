import type { Finding } from "./find-private.ts";
import { KIND_LABELS, type Kind, type Span } from "./rules.ts";

/** What stands in a stored file instead of a private part. */
export const strikeMark = (kind: Kind): string => `[struck out: ${KIND_LABELS[kind]}]`;

/** Replaces each finding by its mark. Lines keep their numbers, and JSON stays valid, also one value for each line. */
export function strike(text: string, findings: readonly Finding[]): string {
  const parts: string[] = [];
  let from = 0;
  const strikes = findings.length > 0 && isJson(text) ? fitToJson(text, findings) : findings;
  for (const { start, end, kind, isValue } of strikes as readonly Strike[]) {
    const mark = strikeMark(kind);
    parts.push(text.slice(from, start), isValue ? `"${mark}"` : mark);
    // Only keys have several lines.
    if (kind === "key") parts.push(...(text.slice(start, end).match(/\r\n|\r|\n/g) ?? []));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

/** `isValue`: it takes the place of a whole value of JSON that is no string, such as a number. */
interface Strike extends Span {
  kind: Kind;
  isValue?: boolean;
}

function isJson(text: string): boolean {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  if (!/^\s*(?:[[{"\d-]|$)/.test(lines[0]!)) return false;
  return isValidJson(lines.join("\n")) || lines.every((line) => line.trim() === "" || isValidJson(line));
}

function isValidJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isNumberCharacter = (char: string | undefined): boolean => char !== undefined && /[\w.+-]/.test(char);

/**
 * Fits findings to the strings and numbers of valid JSON: inside a string a strike takes neither a quote nor a half of
 * an escape sequence, and a number is struck as a whole. A finding that covers several values strikes each.
 */
function fitToJson(text: string, findings: readonly Finding[]): Strike[] {
  const strikes: Strike[] = [];
  let position = 0;
  let isInString = false;
  const step = () => {
    const char = text[position];
    if (char === '"') isInString = !isInString;
    if (isInString && char === "\\") position += text[position + 1] === "u" ? 6 : 2;
    else position += 1;
  };
  for (const { kind, start, end } of findings) {
    let begin = position;
    while (position < start) {
      begin = position;
      step();
    }
    // If the finding begins inside an escape sequence, the strike begins with the sequence.
    const isInsideEscape = position > start && begin < start;
    let isFirst = isInsideEscape;
    while (position < end || isFirst) {
      if (!isFirst && text[position] === '"') step();
      else if (isInString) {
        const from = isFirst ? begin : position;
        while (position < end && text[position] !== '"') step();
        strikes.push({ kind, start: from, end: position });
      } else if (isNumberCharacter(text[position])) {
        let from = position;
        while (isNumberCharacter(text[from - 1])) from -= 1;
        while (isNumberCharacter(text[position])) position += 1;
        strikes.push({ kind, start: from, end: position, isValue: true });
      } else step();
      isFirst = false;
    }
  }
  return strikes;
}
