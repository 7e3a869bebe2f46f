import { containerAtEnd } from "../coverage/covered.ts";

/** A rules file with one change in it. */
export interface Mutant {
  /** The line of the change, from 1. */
  line: number;
  /** The function, `allow` or `match` of the change: `isStep()`, `/issues/{id} allow update`, `match /issues/{id}`. */
  where: string;
  /** The replaced text and its replacement, each with some characters around it. */
  before: string;
  after: string;
  /** The whole changed file. */
  source: string;
}

type Replace = (match: string, ...groups: string[]) => string[];

const byOne: Replace = (text) => [`${Number(text) + 1}`, `${Number(text) - 1}`];
const escapeCode = (code: number): string => `\\\\x${code.toString(16)}`;

/** What a text becomes wherever an expression contains it. */
const REPLACEMENTS: readonly [pattern: RegExp, replace: Replace][] = [
  [/&&/g, () => ["||"]],
  [/\|\|/g, () => ["&&"]],
  [/==/g, () => ["!="]],
  [/!=/g, () => ["=="]],
  [/<=/g, () => ["<", ">"]],
  [/>=/g, () => [">", "<"]],
  [/<(?!=)/g, () => ["<=", ">="]],
  [/>(?!=)/g, () => [">=", "<="]],
  [/(?<=\s)[+-](?=\s)/g, (operator) => [operator === "+" ? "-" : "+"]],
  [/(?<=\s)\*(?=\s)/g, () => ["/"]],
  [/!(?=\w)/g, () => [""]],
  [/(?<=\s)in(?=\s)/g, () => ["!="]],
  [/\b(true|false)\b/g, (value) => [`${value === "false"}`]],
  [/== (true|false)\b/g, (_, value) => [`!= ${value === "false"}`]],
  [/\b\d+\b/g, byOne],
  [/'[^']*'/g, (text) => (text.includes("[") ? [] : [`${text.slice(0, -1)}x'`])],
  [/(?<=\/)(main\b|[a-z]+(?=\/\$|\/main))/g, (segment) => [`${segment}x`]],
  [/(?<!\.)\b(get|exists)(After)?(?=\()/g, (name, verb, after) => [after ? verb! : `${name}After`]],
  [/\bhasOnly\b/g, () => ["hasAny"]],
  [/\baffectedKeys\b/g, () => ["changedKeys"]],
  [/\b(request\.)?resource\b/g, (_, request) => [request ? "resource" : "request.resource"]],
  // A time is also compared with one a little earlier.
  [/(\S+) == (request\.time)/g, (_, left, now) => [`(${left} > ${now} - duration.value(5, 's') && ${left} <= ${now})`]],
  // A character class of a pattern lacks each of its items, and has each end of a range moved by one.
  [/(\w-\w|_|-)(?=[\w-]*\])/g, () => [""]],
  [
    /(\w)-(\w)(?=[\w-]*\])/g,
    (_, low, high) => {
      const [from, to] = [low!.charCodeAt(0), high!.charCodeAt(0)];
      return [-1, 1].flatMap((by) => [`${escapeCode(from + by)}-${high}`, `${low}-${escapeCode(to + by)}`]);
    },
  ],
];

/** Narrower and wider operations of an `allow`. */
const OTHER_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  get: ["read"],
  list: ["read"],
  create: ["write"],
  update: ["write"],
  delete: ["write"],
};

/** How many characters are shown before and after a change. */
const SHOWN_CHARACTERS = 25;

/** Every single change of a rules file that its tests should notice. */
export function generateMutants(source: string): Mutant[] {
  // Texts of the same length, without comments, and without the contents of strings too.
  const code = source.replace(/\/\/[^\n]*/g, (comment) => " ".repeat(comment.length));
  const structure = code.replace(/'[^']*'/g, (text) => "'".repeat(text.length));
  const mutants: Mutant[] = [];
  const isStorage = source.includes("service firebase.storage");
  // A condition that only admins meet. In storage.rules it is a claim of the token, which no rule should use.
  const adminCondition = isStorage ? "request.auth.token.isAdmin == true" : "me().isAdmin == true";

  const replace = (start: number, end: number, replacement: string, where?: string): void => {
    const show = (text: string): string => {
      const [before, after] = [code.slice(0, start), code.slice(end)].map((part) => part.replace(/\s+/g, " "));
      return before!.slice(-SHOWN_CHARACTERS) + text.replace(/\s+/g, " ") + after!.slice(0, SHOWN_CHARACTERS);
    };
    mutants.push({
      line: source.slice(0, start).split("\n").length,
      where: where ?? containerAtEnd(code.slice(0, start)),
      before: show(source.slice(start, end)),
      after: show(replacement),
      source: source.slice(0, start) + replacement + source.slice(end),
    });
  };

  /** The parts of a text between separators that are in no brackets inside it. */
  const split = (start: number, end: number, separator: RegExp) => {
    const parts = [{ start, end, before: "", after: "" }];
    let depth = 0;
    for (const { 0: token, index } of structure
      .slice(start, end)
      .matchAll(new RegExp(`[([{]|[)\\]}]|${separator.source}`, "g"))) {
      if (/[([{]/.test(token)) depth += 1;
      else if (/[)\]}]/.test(token)) depth -= 1;
      else if (depth === 0) {
        Object.assign(parts.at(-1)!, { end: start + index, after: token });
        parts.push({ start: start + index + token.length, end, before: token, after: "" });
      }
    }
    return parts.map((part) => {
      const text = structure.slice(part.start, part.end);
      return {
        ...part,
        start: part.start + text.length - text.trimStart().length,
        end: part.end - text.length + text.trimEnd().length,
      };
    });
  };

  /** Changes the operands of `&&`, `||` and `?` that are in no brackets inside this part of an expression. */
  const mutateOperands = (start: number, end: number): void => {
    for (const part of split(start, end, /&&|\|\||[?:,]/)) {
      const text = source.slice(part.start, part.end);
      if (part.before === "&&" || part.after === "&&")
        for (const other of ["true", `(${adminCondition} || ${text})`]) replace(part.start, part.end, other);
      if (part.before === "||" || part.after === "||") replace(part.start, part.end, "false");
      if (part.after === "?") for (const value of ["true", "false"]) replace(part.start, part.end, value);
    }
  };

  const mutateExpression = (start: number, end: number): void => {
    mutateOperands(start, end);
    for (const [pattern, replacementsOf] of REPLACEMENTS)
      for (const match of code.slice(start, end).matchAll(pattern))
        for (const replacement of replacementsOf(...(match as unknown as [string])))
          replace(start + match.index, start + match.index + match[0].length, replacement);
    for (const { 0: bracket, index } of structure.slice(start, end).matchAll(/[([{]/g)) {
      const [innerStart, innerEnd] = [start + index + 1, closingBracket(structure, start + index)];
      mutateOperands(innerStart, innerEnd);
      // After a value, a square bracket is an index, not a list.
      if (bracket === "(" || /[\w)\]}]$/.test(structure.slice(start, start + index))) continue;
      const items = split(innerStart, innerEnd, /,/);
      for (const [position, item] of items.entries())
        if (position + 1 < items.length) replace(item.start, items[position + 1]!.start, "");
        else replace(items[position - 1]?.end ?? item.start, item.end, "");
    }
  };

  for (const { index, 0: text, 1: expression } of code.matchAll(
    /(?:return|let \w+ =|allow [\w, ]+:\s+if)\s+([^;]*);/g,
  )) {
    const [start, end] = [index + text.length - 1 - expression!.length, index + text.length - 1];
    mutateExpression(start, end);
    const operations = /^allow ([\w, ]+):/.exec(text)?.[1];
    if (operations === undefined) continue;
    for (const value of ["true", "false"]) replace(start, end, value);
    for (const operation of operations.matchAll(/\w+/g)) {
      const operationStart = index + "allow ".length + operation.index;
      for (const other of OTHER_OPERATIONS[operation[0]]!)
        replace(operationStart, operationStart + operation[0].length, other, containerAtEnd(code.slice(0, start)));
    }
  }
  // The root of all documents and the bucket are the same in every rules file, so they are not changed.
  for (const { index, 1: path } of code.matchAll(/\bmatch (\/(?!databases\/|b\/)\S+)/g)) {
    const start = index + "match ".length;
    const segments = [...path!.matchAll(/\/([^/]+)/g)];
    for (const segment of segments.filter(([, name]) => !name!.startsWith("{")))
      for (const other of [`${segment[0]}x`, "/{any}"])
        replace(start + segment.index, start + segment.index + segment[0].length, other, `match ${path}`);
    const last = start + path!.length;
    if (path!.endsWith("}")) replace(last - 1, last, "=**}", `match ${path}`);
  }
  return mutants;
}

/** Where the bracket that opens at this place is closed. */
function closingBracket(text: string, opening: number): number {
  let depth = 0;
  for (let index = opening; ; index += 1) {
    if ("([{".includes(text[index]!)) depth += 1;
    else if (")]}".includes(text[index]!)) depth -= 1;
    if (depth === 0) return index;
  }
}
