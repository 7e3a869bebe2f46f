import { CommandError } from "../../suite/command-line/command.ts";
import { ROOT } from "../../suite/command-line/paths.ts";
import { lastLines, type ProgramResult, runProgram } from "../../suite/command-line/run-program.ts";

/** The folders of all packages that a workspace needs in production, with optional and peer dependencies. */
export async function shippedFolders(workspace: string): Promise<string[]> {
  const args = ["ls", "--all", "--omit=dev", "--package-lock-only", "--parseable", "-w", workspace];
  const { code, output } = await runProgram("npm", args, { cwd: ROOT });
  if (code !== 0) throw new CommandError(`${lastLines(output, 8)}\nnpm could not list the packages of ${workspace}.`);
  const paths = output.split("\n").filter((path) => path.startsWith(`${ROOT}/`));
  // The other folders are the workspaces, which are links in node_modules.
  const isInstalled = (folder: string) =>
    folder.includes("node_modules/") && !folder.includes("node_modules/@logbook/");
  return paths.map((path) => path.slice(ROOT.length + 1)).filter(isInstalled);
}

/** Asks the npm registry for severe advisories on shipped packages; see `readAudit`. */
export async function auditShippedPackages(): Promise<string | null> {
  const args = ["audit", "--omit=dev", "--audit-level=high", "-w", "functions", "-w", "web"];
  return readAudit(await runProgram("npm", [...args, "--fetch-retries=0", "--fetch-timeout=15000"], { cwd: ROOT }));
}

/** The report of `npm audit`; "" if there is no severe advisory, `null` if the registry does not answer. */
export function readAudit({ code, output }: ProgramResult): string | null {
  if (code === 0) return "";
  return output.includes("# npm audit report") ? output.trim() : null;
}
