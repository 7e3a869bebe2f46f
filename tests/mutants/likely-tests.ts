import type { TestSuite } from "./collect.ts";

/** Where a mutant changes the rules. */
interface MutantPlace {
  file: string;
  line: number;
  where: string;
}

/**
 * Decides which tests run for a mutant, and in which order: first the tests that found other mutants in the same
 * function or `allow`, then the tests that found the most mutants, then the smallest test suites.
 */
export class LikelyTests {
  readonly #suites: readonly TestSuite[];
  readonly #suitesByLine: ReadonlyMap<number, ReadonlySet<string>>;
  /** How many mutants each test found, in all places and in each function or `allow`. */
  readonly #findingCounts = new Map<string, number>();

  constructor(suites: readonly TestSuite[], suitesByLine: ReadonlyMap<number, ReadonlySet<string>>) {
    this.#suites = suites;
    this.#suitesByLine = suitesByLine;
  }

  /** The test suites that can find a mutant at this place, with the likeliest suites and tests first. */
  suitesFor(place: MutantPlace): TestSuite[] {
    const scoredSuites = this.#evaluatingSuites(place).map((suite) => {
      const scoredTests = suite.tests
        .map((test) => ({ test, score: this.#score(place, `${suite.name} > ${test.name}`) }))
        .toSorted((a, b) => b.score - a.score);
      return { suite: { ...suite, tests: scoredTests.map(({ test }) => test) }, bestScore: scoredTests[0]!.score };
    });
    return scoredSuites
      .toSorted((a, b) => b.bestScore - a.bestScore || a.suite.tests.length - b.suite.tests.length)
      .map(({ suite }) => suite);
  }

  /** Records the test that found a mutant. */
  recordFinding({ where }: MutantPlace, test: string): void {
    for (const key of [test, `${where}\n${test}`])
      this.#findingCounts.set(key, (this.#findingCounts.get(key) ?? 0) + 1);
  }

  #score({ where }: MutantPlace, test: string): number {
    // A mutant in the same function or `allow` counts more than all other mutants together.
    return (this.#findingCounts.get(`${where}\n${test}`) ?? 0) * 1_000 + (this.#findingCounts.get(test) ?? 0);
  }

  /**
   * The test suites that evaluate the changed line. After a change in a `match` or `allow`, requests can reach the line
   * that did not reach it before, so all suites of the file run. For storage.rules too: its coverage is not read.
   */
  #evaluatingSuites({ file, line, where }: MutantPlace): readonly TestSuite[] {
    if (file === "storage.rules") return this.#suites.filter(({ name }) => name.startsWith("storage"));
    const firestoreSuites = this.#suites.filter(({ name }) => !name.startsWith("storage"));
    const evaluatingNames = this.#suitesByLine.get(line);
    if (evaluatingNames === undefined || where.startsWith("/")) return firestoreSuites;
    return firestoreSuites.filter(({ name }) => evaluatingNames.has(name));
  }
}
