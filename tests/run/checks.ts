import { inRoot, ROOT } from "../../suite/command-line/paths.ts";
import { runProgram } from "../../suite/command-line/run-program.ts";

/** The result of a check or of a group of tests. A group that ran no test, or crashed, has failed. */
export interface Outcome {
  passed: number;
  failed: number;
  /** The tests that failed, each with the beginning of its error, if the runner reports them. */
  failures?: readonly string[];
}

/** A static check, run by a script of a package. */
interface Check {
  name: string;
  script: string[];
  /** Whether to show its output even if it passes. */
  showsOutput?: true;
}

const bin = (...path: string[]): string => inRoot("node_modules", ...path);
const TSC = bin("typescript", "bin", "tsc");
const BIOME = bin("@biomejs", "biome", "bin", "biome");

/** The types, one check for each workspace. */
export const TYPE_CHECKS: Check[] = ["domain", "functions", "web", "suite", "ops", "tests", "bench"].map(
  (workspace) => ({
    name: `types of ${workspace}`,
    script: [TSC, "-p", workspace],
  }),
);

/** Lint, format and import directions; dead code; the dependencies. */
export const LINT_CHECKS: Check[] = [
  { name: "lint and format", script: [BIOME, "check", "--error-on-warnings"] },
  { name: "import directions", script: [inRoot("lint", "directions.ts")] },
  { name: "dead code", script: [bin("knip", "bin", "knip.js"), "--no-progress"] },
  {
    name: "versions, licences and advisories",
    script: [inRoot("ops", "dependencies", "check.ts")],
    showsOutput: true,
  },
];

/** Formats the sources. It fails if something has to be corrected by hand. */
export const FORMAT: Check = { name: "format", script: [BIOME, "check", "--write"] };

/** Runs checks one after another, and prints the output of those that fail. */
export async function runChecks(checks: Check[], print: (line: string) => void): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0 };
  for (const { name, script, showsOutput } of checks) {
    const { code, output } = await runProgram(process.execPath, script, { cwd: ROOT });
    outcome[code === 0 ? "passed" : "failed"] += 1;
    print(`${code === 0 ? "  ok" : "  FAILED"}  ${name}`);
    if (code !== 0 || showsOutput) print(output.trimEnd());
  }
  return outcome;
}
