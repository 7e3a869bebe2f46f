// In a worker process, the rules tests import this file instead of Vitest (see worker.ts). It collects the tests and
// does not run them.
import { format } from "node:util";

export { expect } from "vitest";

type TestFunction = () => unknown;

export interface CollectedTest {
  name: string;
  run: TestFunction;
}

/** A `describe`, or a whole file. */
export interface TestSuite {
  /** The file's name, the names of the outer test suites and the suite's own name, joined by ` > `. */
  name: string;
  parent: TestSuite | null;
  beforeAll: TestFunction[];
  afterAll: TestFunction[];
  tests: CollectedTest[];
}

/** Every test suite, in the order of the files. */
export const testSuites: TestSuite[] = [];
let currentSuite: TestSuite | null = null;

/** Collects the tests that `declareTests` declares, in a test suite of this name. */
export async function collectSuite(name: string, declareTests: TestFunction): Promise<void> {
  enterSuite(name);
  await declareTests();
  currentSuite = null;
}

function enterSuite(name: string): void {
  const parent: TestSuite | null = currentSuite;
  currentSuite = { name: parent ? `${parent.name} > ${name}` : name, parent, beforeAll: [], afterAll: [], tests: [] };
  testSuites.push(currentSuite);
}

function declareSuite(name: string, declareTests: TestFunction): void {
  const parent = currentSuite;
  enterSuite(name);
  declareTests();
  currentSuite = parent;
}

const doNothing = (): void => {};

export const describe = Object.assign(declareSuite, {
  runIf: (condition: boolean) => (condition ? declareSuite : doNothing),
});

function declareTest(name: string, run: TestFunction): void {
  currentSuite!.tests.push({ name, run });
}

/** Declares a test for each row. As in Vitest, the row's values replace `%s`, and its fields replace `$field`. */
const declareEach =
  (rows: readonly unknown[]) =>
  (name: string, run: (...row: unknown[]) => unknown): void => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      const nameWithFields = name.replace(/\$(\w+)/g, (_, field: string) =>
        String((row as Record<string, unknown>)[field]),
      );
      const placeholderCount = nameWithFields.match(/%[sdij]/g)?.length ?? 0;
      declareTest(format(nameWithFields, ...values.slice(0, placeholderCount)), () => run(...values));
    }
  };

export const test = Object.assign(declareTest, {
  each: declareEach,
  runIf: (condition: boolean) => ({ each: condition ? declareEach : () => doNothing }),
});
export const it = test;

export const beforeAll = (run: TestFunction): void => void currentSuite!.beforeAll.push(run);
export const afterAll = (run: TestFunction): void => void currentSuite!.afterAll.push(run);
