/** A mutant, whose rules are in the worker's folder; `null` for the unchanged rules. */
export type Task = { file: string; line: number; where: string } | null;

/** The name of the first test that failed, or why the tests could not run; both `null` if all passed. */
export interface Finding {
  failed: string | null;
  broken: string | null;
}
