import { ROOT } from "../../suite/command-line/paths.ts";
import { runProgram } from "../../suite/command-line/run-program.ts";

/** Advisories that do not affect the logbook, by URL, each with the reason. */
const ACCEPTED: Readonly<Record<string, string>> = {};

const SEVERE = ["high", "critical"];

interface Audit {
  vulnerabilities?: Record<
    string,
    { severity: string; via: (string | { title: string; url: string; severity: string })[] }
  >;
}

/** Asks the registry for severe advisories on shipped packages, without accepted ones; `null` if it does not answer. */
export async function audit(): Promise<string[] | null> {
  const args = ["audit", "--json", "--omit=dev", "--audit-level=high", "-w", "functions", "-w", "web"];
  const { output } = await runProgram("npm", [...args, "--fetch-retries=0", "--fetch-timeout=15000"], { cwd: ROOT });
  return severeAdvisories(output);
}

/** The result of `audit`, from the output of `npm audit --json`. */
export function severeAdvisories(output: string): string[] | null {
  const { vulnerabilities } = parseAudit(output);
  if (vulnerabilities === undefined) return null;
  const advisories = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((advisory) => (typeof advisory === "string" ? [] : [{ name, ...advisory }])),
  );
  return advisories
    .filter(({ severity, url }) => SEVERE.includes(severity) && !Object.hasOwn(ACCEPTED, url))
    .map(({ name, title, severity, url }) => `${name}: ${title} (${severity}, ${url})`);
}

/** Parses npm's output, which may have warnings before the JSON. */
function parseAudit(output: string): Audit {
  const begin = output.indexOf("{");
  try {
    return begin === -1 ? {} : (JSON.parse(output.slice(begin)) as Audit);
  } catch {
    return {};
  }
}
