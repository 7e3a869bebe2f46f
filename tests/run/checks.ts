import { inRoot, ROOT } from "../../suite/command-line/paths.ts";
import { runProgram } from "../../suite/command-line/run-program.ts";

/** How many tests or checks passed and failed. A group of tests that ran no test, or crashed, counts as one failure. */
export interface TestResult {
  passed: number;
  failed: number;
  /** The tests that failed, each with the beginning of its error, if the runner reports them. */
  failures?: readonly string[];
}

/** A static check: a script of an installed package or of this project, with its arguments. */
interface Check {
  name: string;
  script: string[];
  /** Whether to show the script's output even if the check passes. */
  showsOutput?: true;
}

const TSC = inRoot("node_modules", "typescript", "bin", "tsc");
const BIOME = inRoot("node_modules", "@biomejs", "biome", "bin", "biome");
const KNIP = inRoot("node_modules", "knip", "bin", "knip.js");

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
  { name: "dead code", script: [KNIP, "--no-progress"] },
  {
    name: "versions, licences and advisories",
    script: [inRoot("ops", "dependencies", "check.ts")],
    showsOutput: true,
  },
];

/** Formats the sources. Fails if something has to be corrected by hand. */
export const FORMAT: Check = { name: "format", script: [BIOME, "check", "--write"] };

/** Runs checks one after another, and prints the output of the checks that fail. */
export async function runChecks(checks: Check[], print: (line: string) => void): Promise<TestResult> {
  const result: TestResult = { passed: 0, failed: 0 };
  for (const { name, script, showsOutput } of checks) {
    const { code, output } = await runProgram(process.execPath, script, { cwd: ROOT });
    result[code === 0 ? "passed" : "failed"] += 1;
    print(`${code === 0 ? "  ok" : "  FAILED"}  ${name}`);
    if (code !== 0 || showsOutput) print(output.trimEnd());
  }
  return result;
}
