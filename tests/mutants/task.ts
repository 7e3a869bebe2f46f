/** A change, whose rules are in the lane's folder; `null` for the unchanged rules. */
export type Task = { file: string; line: number; where: string } | null;

/** The first test that failed, or why the tests could not run. */
export interface Finding {
  failed: string | null;
  broken: string | null;
}
