import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { CACHE, FIREBASE } from "./paths.ts";
import { Stop } from "./stop.ts";

/** What runs Firestore and the Storage rules: Google's JARs, or hidane with our own rules runtime. */
export const ENGINES = ["official", "hidane"] as const;
export type Engine = { kind: "official" } | { kind: "hidane"; binary: string };

const HIDANE = "0.6.0";
const OLDEST_JAVA = 21;

/** The engine asked for, or the one that can run here; builds hidane when it is missing. `say` gets progress lines. */
export async function provideEngine(asked: (typeof ENGINES)[number] | undefined, say: (line: string) => void): Promise<Engine> {
  if (asked === "official") {
    if (javaMajor() < OLDEST_JAVA)
      throw new Stop(`The official emulators need Java ${OLDEST_JAVA} or newer; this machine has ${javaMajor() || "none"}. Install a newer Java, or start with --engine hidane.`);
    return { kind: "official" };
  }
  if (asked === undefined && javaMajor() >= OLDEST_JAVA && (hasJars() || fetchJars(say))) return { kind: "official" };
  return { kind: "hidane", binary: await provideHidane(say) };
}

/** The major version of the `java` on PATH, 0 when there is none. */
function javaMajor(): number {
  const { stderr, status } = spawnSync("java", ["-version"], { encoding: "utf8" });
  return status === 0 ? Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) : 0;
}

function hasJars(): boolean {
  const folder = process.env.FIREBASE_EMULATORS_PATH ?? join(homedir(), ".cache", "firebase", "emulators");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return ["cloud-firestore-emulator", "cloud-storage-rules-runtime"].every((jar) =>
    files.some((file) => file.startsWith(jar) && file.endsWith(".jar")),
  );
}

/** Whether firebase-tools can download what is missing. A closed network answers quickly or is given up on. */
function fetchJars(say: (line: string) => void): boolean {
  say("Looking for Google's emulators");
  return ["setup:emulators:firestore", "setup:emulators:storage"].every(
    (setup) => spawnSync(process.execPath, [FIREBASE, setup], { timeout: 120_000, stdio: "ignore" }).status === 0,
  );
}

async function provideHidane(say: (line: string) => void): Promise<string> {
  const home = join(CACHE, `hidane-${HIDANE}`);
  const binary = join(home, "bin", "hidane");
  if (existsSync(binary)) return binary;
  const cargo = findCargo();
  if (cargo === null)
    throw new Stop(
      "The Firestore engine hidane has to be built once, and cargo is missing. Install Rust (Debian: rustup from rustup.rs; any package of cargo 1.85 or newer will do), or install Java 21 and start with --engine official.",
    );
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, "hidane-"));
  try {
    await buildHidane(cargo, draft, say);
    if (!existsSync(binary)) renameSync(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return binary;
}

function findCargo(): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin")];
  return folders.map((folder) => join(folder, "cargo")).find((path) => existsSync(path)) ?? null;
}

function buildHidane(cargo: string, into: string, say: (line: string) => void): Promise<void> {
  say(`Building the Firestore engine hidane ${HIDANE} (about 4 minutes, once)`);
  const began = Date.now();
  let compiled = 0;
  let output = "";
  const child = spawn(cargo, ["install", "hidane", "--version", HIDANE, "--locked", "--root", into], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, CARGO_TERM_PROGRESS_WHEN: "never" },
  });
  const ticker = setInterval(() => say(`  ${compiled} crates compiled, ${Math.round((Date.now() - began) / 1000)} s`), 15_000);
  child.stderr.on("data", (chunk: Buffer) => {
    compiled += String(chunk).split("Compiling").length - 1;
    output = (output + chunk).slice(-4_000);
  });
  return new Promise((done, fail) => {
    child.on("error", (error) => fail(new Stop(`cargo could not be run (${error.message}). Please check the installation of Rust.`)));
    child.on("close", (code) => {
      clearInterval(ticker);
      if (code === 0) return done();
      fail(
        new Stop(
          /Could not resolve|Connection refused|network failure|failed to download|spurious network/i.test(output)
            ? "The Firestore engine could not be built: the crates registry cannot be reached. Please check the network or cargo's registry settings, and start again."
            : `The Firestore engine could not be built. cargo said:\n${output.split("\n").slice(-12).join("\n")}`,
        ),
      );
    });
  });
}
