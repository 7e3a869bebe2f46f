import type { Outcome } from "./checks.ts";

/** The options of one run of a group. */
export interface GroupRun {
  /** The environment of each suite: one suite for each worker of the test runner, or none if the group needs none. */
  suites: Record<string, string>[];
  /** Arguments for the test runner, to run only some tests. */
  filters: string[];
  /** A folder for the reports of this run. */
  reports: string;
  stopSignal: AbortSignal;
}

/** A group of tests, and the parts of a suite that it needs: nothing, the stores and Auth, or everything. */
export interface Group {
  needs: "nothing" | "stores" | "everything";
  /** The number of suites, one for each worker of its runner; 1 by default. */
  suites?: number;
  /** The group that this group runs beside, on the last suite, because both spend much of their time waiting. */
  beside?: string;
  run(run: GroupRun): Promise<Outcome>;
}
