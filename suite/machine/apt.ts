import { startStep } from "../command-line/progress.mjs";
import { lastLines, type ProgramResult, runProgram } from "../command-line/run-program.ts";

/** dpkg needs programs from the sbin folders. They are not on PATH if a user became root by `su`. */
const ROOT_ENV = [
  "DEBIAN_FRONTEND=noninteractive",
  "PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin",
];

/** A package that can be installed, with the first two numbers of its version. */
export interface Candidate {
  name: string;
  version: readonly [major: number, minor: number];
}

/** The prefix that runs a command as root: `[]` or `sudo -n`; `null` without apt or if sudo needs a password. */
export async function rootCommandPrefix(): Promise<string[] | null> {
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  return (await runApt(prefix, "--version")).code === 0 ? prefix : null;
}

export const updatePackageLists = (rootPrefix: string[]): Promise<ProgramResult> => runApt(rootPrefix, "update");

/** Installs packages and shows progress; removes none. Returns apt's last lines if that failed, else `null`. */
export async function installPackages(
  rootPrefix: string[],
  title: string,
  packages: readonly string[],
): Promise<string | null> {
  const step = startStep(title);
  // A failure is ignored: the old lists may be enough.
  await updatePackageLists(rootPrefix);
  // apt waits up to 120 seconds if another program is installing packages.
  const installOptions = ["-y", "--no-remove", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120"];
  const { code, output } = await runApt(rootPrefix, "install", ...installOptions, ...packages);
  if (code !== 0) {
    step.failed();
    return lastLines(output, 6);
  }
  step.done();
  return null;
}

function runApt(rootPrefix: string[], ...args: string[]): Promise<ProgramResult> {
  const [program, ...commandArguments] = [...rootPrefix, "env", ...ROOT_ENV, "apt-get", ...args];
  return runProgram(program!, commandArguments);
}

/** The packages in apt's lists whose whole name matches the pattern; empty without apt. */
export async function findCandidates(namePattern: string): Promise<Candidate[]> {
  const env = { ...process.env, LC_ALL: "C" };
  const searchResult = await runProgram("apt-cache", ["search", "--names-only", `^${namePattern}$`], { env });
  if (searchResult.code !== 0) return [];
  const names = searchResult.output.split("\n").flatMap((line) => /^(\S+) - /.exec(line)?.[1] ?? []);
  if (names.length === 0) return [];
  return parsePolicy((await runProgram("apt-cache", ["policy", ...names], { env })).output);
}

/** Parses the English output of `apt-cache policy`. The number before a colon is an epoch, no part of the version. */
export function parsePolicy(text: string): Candidate[] {
  const pattern = /^(\S+):\n {2}Installed: .*\n {2}Candidate: (?:\d+:)?(\d+)\.(\d+)/gm;
  return [...text.matchAll(pattern)].map(([, name, major, minor]) => ({
    name: name!,
    version: [Number(major), Number(minor)],
  }));
}
