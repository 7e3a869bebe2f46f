// Replaces "vitest" for the rules tests in a worker: it collects the tests instead of running them.
import { format } from "node:util";

export { expect } from "vitest";

type Run = () => unknown;

export interface CollectedTest {
  name: string;
  run: Run;
}

/** A `describe`, or a whole file. */
export interface Suite {
  /** The file's name, the outer suites' names and its own, joined by ` > `. */
  name: string;
  parent: Suite | null;
  before: Run[];
  after: Run[];
  tests: CollectedTest[];
}

/** Every suite in the order of the files. */
export const suites: Suite[] = [];
let current: Suite | null = null;

/** Collects the tests that `collect` declares in a suite of this name. */
export async function collectSuite(name: string, collect: Run): Promise<void> {
  enter(name);
  await collect();
  current = null;
}

function enter(name: string): void {
  const parent: Suite | null = current;
  current = { name: parent ? `${parent.name} > ${name}` : name, parent, before: [], after: [], tests: [] };
  suites.push(current);
}

function declareSuite(name: string, collect: Run): void {
  const parent = current;
  enter(name);
  collect();
  current = parent;
}

const doNothing = (): void => {};

export const describe = Object.assign(declareSuite, {
  runIf: (condition: boolean) => (condition ? declareSuite : doNothing),
});

function declareTest(name: string, run: Run): void {
  current!.tests.push({ name, run });
}

/** Fills test names as Vitest does: `%s` in turn, `$key` from an object. */
const each =
  (rows: readonly unknown[]) =>
  (name: string, run: (...row: unknown[]) => unknown): void => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      const filled = name.replace(/\$(\w+)/g, (_, key: string) => String((row as Record<string, unknown>)[key]));
      const placeholders = filled.match(/%[sdij]/g)?.length ?? 0;
      declareTest(format(filled, ...values.slice(0, placeholders)), () => run(...values));
    }
  };

export const test = Object.assign(declareTest, {
  each,
  runIf: (condition: boolean) => ({ each: condition ? each : () => doNothing }),
});
export const it = test;

export const beforeAll = (run: Run): void => void current!.before.push(run);
export const afterAll = (run: Run): void => void current!.after.push(run);
