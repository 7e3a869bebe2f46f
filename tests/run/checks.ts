import { spawn } from "node:child_process";
import { inRoot, ROOT } from "../../suite/command-line/paths.ts";

/** What a check or group of tests came to. A group that ran nothing, or crashed, has failed. */
export interface Outcome {
  passed: number;
  failed: number;
  /** The tests that failed, each with the beginning of its error; none where the runner does not say. */
  failures?: readonly string[];
}

/** A static check: the command that runs it, by the packages' own scripts. */
interface Check {
  name: string;
  script: string[];
  /** Whether what it says is worth showing when it passes, too. */
  talks?: true;
}

const bin = (...path: string[]): string => inRoot("node_modules", ...path);
const TSC = bin("typescript", "bin", "tsc");
const BIOME = bin("@biomejs", "biome", "bin", "biome");

/** Types: one check a workspace. */
export const TYPE_CHECKS: Check[] = ["domain", "functions", "web", "suite", "ops", "tests", "bench"].map(
  (workspace) => ({
    name: `types of ${workspace}`,
    script: [TSC, "-p", workspace],
  }),
);

/** Lint and format; import directions; dead code; what is taken from others. */
export const LINT_CHECKS: Check[] = [
  { name: "lint and format", script: [BIOME, "check", "--error-on-warnings"] },
  { name: "import directions", script: [inRoot("lint", "directions.ts")] },
  { name: "dead code", script: [bin("knip", "bin", "knip.js"), "--no-progress"] },
  {
    name: "versions, licences and advisories",
    script: [inRoot("ops", "dependencies", "check.ts")],
    talks: true,
  },
];

/** Puts the sources into shape; what needs a person stays and fails. */
export const FORMAT: Check = { name: "format", script: [BIOME, "check", "--write"] };

/** Runs checks one after another, printing what they say when they fail. */
export async function runChecks(checks: Check[], say: (line: string) => void): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0 };
  for (const { name, script, talks } of checks) {
    const { code, output } = await runNode(script);
    outcome[code === 0 ? "passed" : "failed"] += 1;
    say(`${code === 0 ? "  ok" : "  FAILED"}  ${name}`);
    if (code !== 0 || talks) say(output.trimEnd());
  }
  return outcome;
}

function runNode(script: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    let output = "";
    const child = spawn(process.execPath, script, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
    child.on("close", (code) => done({ code: code ?? 1, output }));
  });
}
