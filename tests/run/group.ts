import type { Outcome } from "./checks.ts";

/** The arguments of a group: its suites, which of its tests, a folder for its reports, and when to stop. */
export interface GroupRun {
  /** The environment of each suite, one for each worker of the test runner; none where the group needs none. */
  suites: Record<string, string>[];
  filters: string[];
  /** A folder of this run's own. */
  reports: string;
  stopSignal: AbortSignal;
}

/** A group of tests, what it needs of a suite (nothing, the stores and Auth, or all of it), and of how many suites. */
export interface Group {
  needs: "nothing" | "stores" | "everything";
  /** One for each worker that its runner is to have; one, if not given. */
  suites?: number;
  run(run: GroupRun): Promise<Outcome>;
}
