import type { Suite } from "./collect.ts";

/** The place of a mutant. */
interface Place {
  file: string;
  line: number;
  where: string;
}

/**
 * Which tests to run for a mutant, and in which order: first those that found other mutants in the same function or
 * `allow`, then those that found the most mutants.
 */
export class LikelyTests {
  readonly #suites: readonly Suite[];
  readonly #suitesByLine: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #found = new Map<string, number>();

  constructor(suites: readonly Suite[], byLine: ReadonlyMap<number, ReadonlySet<string>>) {
    this.#suites = suites;
    this.#suitesByLine = byLine;
  }

  /** The suites that can find a mutant at this place, each with its likeliest tests first. */
  suitesFor(place: Place): Suite[] {
    const ranked = this.#evaluatingSuites(place).map((suite) => {
      const tests = suite.tests
        .map((test) => ({ test, score: this.#score(place, `${suite.name} > ${test.name}`) }))
        .toSorted((a, b) => b.score - a.score);
      return { suite: { ...suite, tests: tests.map(({ test }) => test) }, best: tests[0]!.score };
    });
    return ranked.toSorted((a, b) => b.best - a.best).map(({ suite }) => suite);
  }

  /** Records the test that found a mutant. */
  record({ where }: Place, test: string): void {
    for (const key of [test, `${where}\n${test}`]) this.#found.set(key, (this.#found.get(key) ?? 0) + 1);
  }

  #score({ where }: Place, test: string): number {
    return (this.#found.get(`${where}\n${test}`) ?? 0) * 1_000 + (this.#found.get(test) ?? 0);
  }

  /** The suites that evaluate the changed line; for a `match` all, because it decides which lines are evaluated. */
  #evaluatingSuites({ file, line, where }: Place): readonly Suite[] {
    if (file === "storage.rules") return this.#suites.filter(({ name }) => name.startsWith("storage"));
    const firestore = this.#suites.filter(({ name }) => !name.startsWith("storage"));
    const evaluating = this.#suitesByLine.get(line);
    if (evaluating === undefined || where.startsWith("/")) return firestore;
    return firestore.filter(({ name }) => evaluating.has(name));
  }
}
