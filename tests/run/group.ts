import type { TestResult } from "./checks.ts";

/** The input of a group's run. */
export interface GroupRun {
  /** The environment of each suite: a suite for each worker of the test runner, or none if the group needs nothing. */
  suites: Record<string, string>[];
  /** The factor of the tests' time limits (machine-speed.ts). */
  patience: number;
  /** Arguments for the test runner, for example to run only some tests. */
  runnerArgs: string[];
  /** The folder for the reports of this run. */
  reportFolder: string;
  stopSignal: AbortSignal;
}

/** A group of tests. */
export interface Group {
  /** The parts of a suite that the tests need: nothing, the stores and Auth, or everything. */
  needs: "nothing" | "stores" | "everything";
  /** Set if the tests run in several workers, each with a suite of its own. */
  isParallel?: boolean;
  /**
   * The name of another group. Both groups run at the same time, because each spends much of its time waiting; this
   * group uses the last suite.
   */
  beside?: string;
  run(run: GroupRun): Promise<TestResult>;
}
