import { ROOT } from "../../suite/command-line/paths.ts";
import { runProgram } from "../../suite/command-line/run-program.ts";

/** Advisories that do not affect the logbook, by URL, each with the reason. */
const ACCEPTED_ADVISORIES: Readonly<Record<string, string>> = {};

const SEVERE_LEVELS = ["high", "critical"];

interface Audit {
  vulnerabilities?: Record<
    string,
    { severity: string; via: (string | { title: string; url: string; severity: string })[] }
  >;
}

/** The severe advisories on shipped packages, without accepted ones; `null` if the npm registry does not answer. */
export async function fetchSevereAdvisories(): Promise<string[] | null> {
  const args = ["audit", "--json", "--omit=dev", "--audit-level=high", "-w", "functions", "-w", "web"];
  const { output } = await runProgram("npm", [...args, "--fetch-retries=0", "--fetch-timeout=15000"], { cwd: ROOT });
  return parseSevereAdvisories(output);
}

/** Reads the output of `npm audit --json`; `null` if it has no result. */
export function parseSevereAdvisories(output: string): string[] | null {
  const { vulnerabilities } = parseAudit(output);
  if (vulnerabilities === undefined) return null;
  // A `via` that is a string names another vulnerable package, which has the advisory itself.
  const advisories = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((advisory) => (typeof advisory === "string" ? [] : [{ name, ...advisory }])),
  );
  return advisories
    .filter(({ severity, url }) => SEVERE_LEVELS.includes(severity) && !Object.hasOwn(ACCEPTED_ADVISORIES, url))
    .map(({ name, title, severity, url }) => `${name}: ${title} (${severity}, ${url})`);
}

/** Parses npm's output, which may have warnings before the JSON. */
function parseAudit(output: string): Audit {
  const jsonStart = output.indexOf("{");
  try {
    return jsonStart === -1 ? {} : (JSON.parse(output.slice(jsonStart)) as Audit);
  } catch {
    return {};
  }
}
