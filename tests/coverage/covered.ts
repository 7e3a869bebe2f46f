/** An expression of a rules file and what it came to, in one run of the tests: both truth values, or any other value. */
export interface Covered {
  line: number;
  /** The function or `allow` that holds it. */
  where: string;
  text: string;
  /** Where it stands in the source; `end` is behind its last character. */
  start: number;
  end: number;
  came: Set<"true" | "false" | "value">;
}

/** A rules file and what its expressions came to. */
export interface FileCoverage {
  name: string;
  source: string;
  expressions: Covered[];
}

/** An expression at a place, with nothing counted yet. */
export function covered(source: string, start: number, end: number): Covered {
  const before = source.slice(0, start);
  return {
    line: before.split("\n").length,
    where: holderOf(before),
    text: source.slice(start, end).replace(/\s+/g, " "),
    start,
    end,
    came: new Set(),
  };
}

/** What an expression has not come to: it is to be true once and false once, or to have any value at all. */
export function missing({ came }: Covered): string[] {
  if (came.size === 0) return ["evaluated"];
  return (["true", "false"] as const).filter((value) => !came.has("value") && !came.has(value));
}

/** The same in words. */
export const never = (expression: Covered): string => `was never ${missing(expression).join(" or ")}`;

/** The last function or `allow` that begins before the end of this text. */
function holderOf(before: string): string {
  const holder = [...before.matchAll(/function (?<name>\w+)\(|match (?<path>\S+) \{|allow (?<operations>[\w, ]+):/g)];
  const last = holder.findLast(({ groups }) => groups?.path === undefined)?.groups;
  if (last?.name !== undefined) return `${last.name}()`;
  const path = holder.findLast(({ groups }) => groups?.path !== undefined)?.groups?.path;
  return `${path} allow ${last?.operations}`;
}
