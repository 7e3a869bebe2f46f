/** A part of a regular expression, with its position in the text. */
interface Part {
  index: number;
  text: string;
  kind: "flags" | "class" | "bounds" | "quantifier" | "bar" | "open" | "close" | "other";
}

/** One part of a pattern as a rules file quotes it, with each backslash doubled. */
const PART =
  /(?<flags>\(\?[a-z]+\))|(?<class>\[\^?(?:\\\\.|[^\]\\])+\])|(?<bounds>\{\d+,\d+\})|(?<quantifier>[*+?])|(?<bar>\|)|(?<open>\()|(?<close>\))|(?:\\\\(?:p\{\w+\}|x[0-9a-f]{2}|x\{[0-9a-f]+\}|.)|[^[\](){}*+?|\\])/gs;

const CLASS_ITEM =
  /(?<low>\\\\x(?:[0-9a-f]{2}|\{[0-9a-f]+\})|[^\\-])-(?<high>\\\\x(?:[0-9a-f]{2}|\{[0-9a-f]+\})|[^\\])|\\\\(?:p\{\w+\}|x[0-9a-f]{2}|x\{[0-9a-f]+\}|.)|./gs;

/** Every way to remove or shift one part of a regular expression (its text between the quotes). */
export function mutatePattern(text: string): string[] {
  const parts = [...text.matchAll(PART)].map(({ 0: part, index, groups }): Part => {
    const kind = Object.entries(groups!).find(([, found]) => found !== undefined)?.[0];
    return { index, text: part, kind: (kind ?? "other") as Part["kind"] };
  });
  if (parts.map((part) => part.text).join("") !== text) throw new Error(`This pattern is not understood: ${text}`);
  const changed = parts.flatMap((part) =>
    mutatePart(part).map((other) => text.slice(0, part.index) + other + text.slice(part.index + part.text.length)),
  );
  return [...changed, ...withoutAlternatives(parts)];
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
  const negated = text.startsWith("[^");
  const start = negated ? 2 : 1;
  const items = text.slice(start, -1);
  const rebuilt = (index: number, length: number, item: string): string =>
    `${text.slice(0, start)}${items.slice(0, index)}${item}${items.slice(index + length)}]`;
  const changed = [...items.matchAll(CLASS_ITEM)].flatMap(({ 0: item, index, groups }) => [
    ...(item === items ? [] : [rebuilt(index, item.length, "")]),
    ...(groups?.low === undefined ? [] : shiftRange(groups.low, groups.high!)).map((range) =>
      rebuilt(index, item.length, range),
    ),
  ]);
  return [negated ? `[${items}]` : `[^${items}]`, ...changed];
}

function shiftRange(low: string, high: string): string[] {
  const [from, to] = [codeOf(low), codeOf(high)];
  const ranges: [number, number][] = [
    [from - 1, to],
    [from + 1, to],
    [from, to - 1],
    [from, to + 1],
  ];
  return ranges.filter(([start, end]) => start >= 0 && start <= end).map(([start, end]) => `${hex(start)}-${hex(end)}`);
}

const codeOf = (char: string): number =>
  char.length > 1 ? Number.parseInt(char.slice(3).replace("{", ""), 16) : char.charCodeAt(0);
const hex = (code: number): string =>
  code > 0xff ? `\\\\x{${code.toString(16)}}` : `\\\\x${code.toString(16).padStart(2, "0")}`;

/** The pattern without each of its alternatives `a|b`. */
function withoutAlternatives(parts: Part[]): string[] {
  const mutants: string[] = [];
  for (const [index, part] of parts.entries()) {
    const startsAlternative = index === 0 || part.kind === "bar" || part.kind === "open";
    if (!startsAlternative) continue;
    const first = index === 0 ? 0 : index + 1;
    const end = endOfAlternative(parts, first);
    const [hasBarBefore, hasBarAfter] = [parts[first - 1]?.kind === "bar", parts[end]?.kind === "bar"];
    if (!hasBarBefore && !hasBarAfter) continue;
    // Remove the alternative together with one bar.
    const rest = [
      ...parts.slice(0, hasBarBefore ? first - 1 : first),
      ...parts.slice(!hasBarBefore && hasBarAfter ? end + 1 : end),
    ];
    mutants.push(rest.map(({ text }) => text).join(""));
  }
  return mutants;
}

function endOfAlternative(parts: Part[], first: number): number {
  let depth = 0;
  for (let index = first; index < parts.length; index++) {
    const { kind } = parts[index]!;
    if (kind === "open") depth++;
    else if (depth === 0 && (kind === "close" || kind === "bar")) return index;
    else if (kind === "close") depth--;
  }
  return parts.length;
}
