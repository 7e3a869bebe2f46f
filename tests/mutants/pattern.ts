/** A part of a regular expression, with its position in the text. */
interface Part {
  index: number;
  text: string;
  kind: "flags" | "class" | "bounds" | "quantifier" | "bar" | "open" | "close" | "other";
}

/** One part of a pattern as a rules file quotes it, with each backslash doubled. */
const PART =
  /(?<flags>\(\?[a-z]+\))|(?<class>\[\^?(?:\\\\.|[^\]\\])+\])|(?<bounds>\{\d+,\d+\})|(?<quantifier>[*+?])|(?<bar>\|)|(?<open>\()|(?<close>\))|(?:\\\\(?:p\{\w+\}|x[0-9a-f]{2}|x\{[0-9a-f]+\}|.)|[^[\](){}*+?|\\])/gs;

/** One item of a character class: a range such as `a-z`, an escape or a character. */
const CLASS_ITEM =
  /(?<low>\\\\x(?:[0-9a-f]{2}|\{[0-9a-f]+\})|[^\\-])-(?<high>\\\\x(?:[0-9a-f]{2}|\{[0-9a-f]+\})|[^\\])|\\\\(?:p\{\w+\}|x[0-9a-f]{2}|x\{[0-9a-f]+\}|.)|./gs;

/** Every way to remove or change one part of a regular expression. `text` is the text between the quotes. */
export function mutatePattern(text: string): string[] {
  const parts = [...text.matchAll(PART)].map(({ 0: partText, index, groups }): Part => {
    const kind = Object.keys(groups!).find((name) => groups![name] !== undefined) ?? "other";
    return { index, text: partText, kind: kind as Part["kind"] };
  });
  if (parts.map((part) => part.text).join("") !== text) throw new Error(`This pattern is not understood: ${text}`);
  const withChangedPart = parts.flatMap((part) => {
    const textBefore = text.slice(0, part.index);
    const textAfter = text.slice(part.index + part.text.length);
    return mutatePart(part).map((changedPart) => textBefore + changedPart + textAfter);
  });
  return [...withChangedPart, ...withoutAlternatives(parts)];
}

function mutatePart({ kind, text }: Part): string[] {
  switch (kind) {
    case "flags":
      return [""];
    case "class":
      return mutateClass(text);
    case "bounds":
      return shiftBounds(text);
    case "quantifier":
      return { "*": ["+", "?"], "+": ["*", ""], "?": ["", "+"] }[text]!;
    default:
      return [];
  }
}

function shiftBounds(text: string): string[] {
  const [min, max] = text.slice(1, -1).split(",").map(Number) as [number, number];
  const shifted: [number, number][] = [
    [min - 1, max],
    [min + 1, max],
    [min, max - 1],
    [min, max + 1],
  ];
  return shifted.filter(([from, to]) => from >= 0 && from <= to).map(([from, to]) => `{${from},${to}}`);
}

/** A character class: negated, without one item, or with the end of a range moved by one. */
function mutateClass(text: string): string[] {
  const isNegated = text.startsWith("[^");
  const opening = isNegated ? "[^" : "[";
  const items = text.slice(opening.length, -1);
  const withChangedItem = [...items.matchAll(CLASS_ITEM)].flatMap(({ 0: item, index, groups }) => {
    const replaceItem = (replacement: string): string =>
      `${opening}${items.slice(0, index)}${replacement}${items.slice(index + item.length)}]`;
    const shiftedRanges = groups?.low === undefined ? [] : shiftRange(groups.low, groups.high!);
    // A class cannot be empty, so its only item is not removed.
    const withoutItem = item === items ? [] : [replaceItem("")];
    return [...withoutItem, ...shiftedRanges.map(replaceItem)];
  });
  return [isNegated ? `[${items}]` : `[^${items}]`, ...withChangedItem];
}

function shiftRange(low: string, high: string): string[] {
  const [from, to] = [codePointOf(low), codePointOf(high)];
  const ranges: [number, number][] = [
    [from - 1, to],
    [from + 1, to],
    [from, to - 1],
    [from, to + 1],
  ];
  return ranges
    .filter(([start, end]) => start >= 0 && start <= end)
    .map(([start, end]) => `${escapeCodePoint(start)}-${escapeCodePoint(end)}`);
}

/** The code point of a character, or of an escape such as `\\x41` or `\\x{34f}`, whose digits follow `\\x`. */
const codePointOf = (text: string): number =>
  text.length > 1 ? Number.parseInt(text.slice(3).replace("{", ""), 16) : text.charCodeAt(0);

function escapeCodePoint(codePoint: number): string {
  const digits = codePoint.toString(16);
  return codePoint > 0xff ? `\\\\x{${digits}}` : `\\\\x${digits.padStart(2, "0")}`;
}

/** A copy of the pattern for each alternative, such as `a` in `a|b`: the copy lacks this alternative. */
function withoutAlternatives(parts: Part[]): string[] {
  const mutants: string[] = [];
  for (const [index, part] of parts.entries()) {
    const startsAlternative = index === 0 || part.kind === "bar" || part.kind === "open";
    if (!startsAlternative) continue;
    const start = index === 0 ? 0 : index + 1;
    const end = endOfAlternative(parts, start);
    const hasBarBefore = parts[start - 1]?.kind === "bar";
    const hasBarAfter = parts[end]?.kind === "bar";
    if (!hasBarBefore && !hasBarAfter) continue;
    // Remove the alternative together with one bar.
    const remainingParts = hasBarBefore
      ? parts.toSpliced(start - 1, end - start + 1)
      : parts.toSpliced(start, end - start + 1);
    mutants.push(remainingParts.map(({ text }) => text).join(""));
  }
  return mutants;
}

/** The index of the bar or closing parenthesis that ends the alternative, or the number of parts. */
function endOfAlternative(parts: Part[], start: number): number {
  let depth = 0;
  for (let index = start; index < parts.length; index++) {
    const { kind } = parts[index]!;
    if (kind === "open") depth++;
    else if (depth === 0 && (kind === "close" || kind === "bar")) return index;
    else if (kind === "close") depth--;
  }
  return parts.length;
}
