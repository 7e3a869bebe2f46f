import { dirname } from "node:path";
import { cachedPath, createCached } from "../command-line/cache.mjs";
import { CommandError } from "../command-line/command.ts";
import { type ShowProgress, withStep } from "../command-line/progress.mjs";
import { lastLines, runProgram } from "../command-line/run-program.ts";
import {
  type Candidate,
  findCandidates,
  installPackages,
  rootCommandPrefix,
  updatePackageLists,
} from "../machine/apt.ts";
import { BUILD_TOOLS, rustAdvice, toolsAdvice } from "./install-advice.ts";

/** The version with which the tests and the storage-rules runtime are checked. */
export const HIDANE_VERSION = "0.6.0";

export const OLDEST_RUST = [1, 88] as const;
const CRATE_COUNT = 115;
// The build takes a fifth less time, and the engine answers as fast as with cargo's own settings.
const FAST_BUILD = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_PROFILE_RELEASE_LTO: "off",
};
/** Each text has a space, so that none matches the name of a crate such as hyper-timeout. */
const NETWORK_FAILURE =
  /Could not resolve|Could not connect|Connection refused|timed out|Timeout was|failed to download|network (error|failure)/i;
const CACHE_FOLDER = `hidane-${HIDANE_VERSION}`;

/** An installed cargo. `folder` has cargo and rustc and goes first on PATH. It is missing if cargo is on PATH already. */
export interface Cargo {
  version: Candidate["version"];
  folder?: string;
}

/** Whether this version of Rust can build hidane. */
export function canBuildHidane([major, minor]: Candidate["version"]): boolean {
  return major > OLDEST_RUST[0] || (major === OLDEST_RUST[0] && minor >= OLDEST_RUST[1]);
}

/** The newest of the packages that contain cargo, if it can build hidane, else `null`. */
export function chooseCargoPackage(packages: Candidate[]): Candidate | null {
  const newest = packages.toSorted((a, b) => b.version[0] - a.version[0] || b.version[1] - a.version[1])[0];
  return newest !== undefined && canBuildHidane(newest.version) ? newest : null;
}

/** Packages that contain cargo. Debian's `cargo-web` and Ubuntu's `cargo-1.89` are newer than their `cargo`. */
const CARGO_PACKAGE_PATTERN = "cargo(-web|-mozilla|-[0-9.]+)?";

/** The distribution's newest package that can build hidane, or `null`. */
export async function newestCargoPackage(): Promise<Candidate | null> {
  return chooseCargoPackage(await findCandidates(CARGO_PACKAGE_PATTERN));
}

/** A package that can build hidane, and the prefix that runs a command as root. */
type CargoPackage = { candidate: Candidate; rootPrefix: string[] };

/** The newest package that can build hidane, from updated package lists; `null` without one or without root. */
export async function findCargoPackage(): Promise<CargoPackage | null> {
  const rootPrefix = await rootCommandPrefix();
  if (rootPrefix === null) return null;
  await withStep("Asking this system's packages for a newer Rust", () => updatePackageLists(rootPrefix));
  const candidate = await newestCargoPackage();
  return candidate === null ? null : { candidate, rootPrefix };
}

/** The hidane of exactly this version in the cache or on PATH, or `null`. */
export async function findHidane(): Promise<string | null> {
  const cachedProgram = cachedPath(CACHE_FOLDER, "bin", "hidane");
  if (cachedProgram !== null) return cachedProgram;
  const { code, output } = await runProgram("hidane", ["--version"]);
  return code === 0 && output.trim() === `hidane ${HIDANE_VERSION}` ? "hidane" : null;
}

/** The cargo in this folder or, if no folder is given, the cargo on PATH; `null` if there is none. */
export async function findCargo(folder?: string): Promise<Cargo | null> {
  const { code, output } = await runProgram("cargo", ["--version"], { env: environmentWithFolder(folder) });
  const versionMatch = code === 0 ? /^cargo (\d+)\.(\d+)/m.exec(output) : null;
  return versionMatch === null ? null : { version: [Number(versionMatch[1]), Number(versionMatch[2])], folder };
}

/** Installs the package by apt. */
export async function installCargo({ candidate, rootPrefix }: CargoPackage): Promise<Cargo> {
  const { name, version } = candidate;
  const title = `Installing the package ${name} (Rust ${version.join(".")}) to build the Firestore engine (once)`;
  const failure = await installPackages(rootPrefix, title, [name, ...BUILD_TOOLS]);
  if (failure !== null)
    throw new CommandError(
      `${failure}\nThe package ${name} could not be installed; apt's last output is above. ${rustAdvice(candidate)}`,
    );
  // Debian's wrapper script below /usr/share has the name cargo, too, but the folder on PATH must have the real one.
  const { output } = await runProgram("dpkg", ["-L", name]);
  const program = output.split("\n").find((path) => /\/bin\/cargo$/.test(path) && !path.startsWith("/usr/share/"));
  const cargo = await findCargo(program && dirname(program));
  if (cargo !== null && canBuildHidane(cargo.version)) return cargo;
  throw new CommandError(`The package ${name} was installed, but it has no cargo ${OLDEST_RUST.join(".")}.`);
}

export async function buildHidane(cargo: Cargo): Promise<string> {
  const title = `Building the Firestore engine hidane ${HIDANE_VERSION} (about 3 minutes, once)`;
  await createCached(CACHE_FOLDER, "the Firestore engine", (folder) =>
    withStep(title, (showProgress) => installHidane(folder, cargo, showProgress)),
  );
  return cachedPath(CACHE_FOLDER, "bin", "hidane")!;
}

async function installHidane(target: string, cargo: Cargo, showProgress: ShowProgress): Promise<void> {
  let compiledCrates = 0;
  const { code, output } = await runProgram(
    "cargo",
    ["install", "hidane", "--version", HIDANE_VERSION, "--locked", "--root", target],
    {
      env: {
        ...environmentWithFolder(cargo.folder),
        ...FAST_BUILD,
        CARGO_TERM_PROGRESS_WHEN: "never",
        CARGO_TERM_COLOR: "never",
      },
      onText(text) {
        compiledCrates += text.split("Compiling ").length - 1;
        showProgress(`${compiledCrates} of about ${CRATE_COUNT} crates`);
      },
    },
  );
  if (code === 0) return;
  throw new CommandError(
    NETWORK_FAILURE.test(output)
      ? "The crates registry cannot be reached, so the Firestore engine cannot be built. Check the network, the proxy or cargo's registry settings, and run the command again."
      : `${lastLines(output, 12)}\nThe Firestore engine could not be built; cargo's last output is above. The build also needs a C compiler and the system's certificates. ${toolsAdvice()}`,
  );
}

function environmentWithFolder(folder: string | undefined): NodeJS.ProcessEnv {
  return folder === undefined ? process.env : { ...process.env, PATH: [folder, process.env.PATH].join(":") };
}
