/** The rules lie in the lane's folder; `null`: the rules are as they are. */
export type Task = { file: string; line: number; where: string } | null;

/** The first test that failed, or why the tests could not be run. */
export interface Finding {
  failed: string | null;
  broken: string | null;
}
