import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lock } from "./lock.mjs";
import { CACHE } from "./paths.ts";
import { startStep } from "./progress.mjs";
import { lastLines, runQuietly } from "./run-quietly.ts";
import { Stop } from "./stop.ts";

const VERSION = "0.6.0";
const OLDEST_RUST = [1, 88] as const;
const CRATES = 138;

const WAY_OUT =
  "Install the current Rust (https://rustup.rs; Debian: apt-get install rustup, then rustup default stable), or Java 21 " +
  "for --engine official, and run the command again in a new terminal.";

/** The hidane binary in the per-user cache; built by cargo when it is missing. */
export async function provideHidane(): Promise<string> {
  const home = join(CACHE, `hidane-${VERSION}`);
  const binary = join(home, "bin", "hidane");
  if (existsSync(binary)) return binary;
  await checkCargo();
  const release = await lock(`${home}.lock`, ([pid]) =>
    console.log(`Waiting for another command to build the Firestore engine (process ${pid})…`),
  );
  try {
    if (!existsSync(binary)) await build(home);
  } finally {
    release();
  }
  return binary;
}

async function checkCargo(): Promise<void> {
  const { code, output } = await runQuietly("cargo", ["--version"]);
  if (code !== 0)
    throw new Stop(`The Firestore engine hidane has to be built once, and cargo was not found. ${WAY_OUT}`);
  const [, major, minor] = /cargo (\d+)\.(\d+)/.exec(output) ?? [];
  if (Number(major) === OLDEST_RUST[0] && Number(minor) < OLDEST_RUST[1])
    throw new Stop(
      `The Firestore engine hidane needs Rust ${OLDEST_RUST.join(".")} or newer; this machine has ${major}.${minor}. ${WAY_OUT}`,
    );
}

async function build(home: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const making = mkdtempSync(`${home}.`);
  const step = startStep(`Building the Firestore engine hidane ${VERSION} (about 4 minutes, once)`);
  let compiled = 0;
  const { code, output } = await runQuietly(
    "cargo",
    ["install", "hidane", "--version", VERSION, "--locked", "--root", making],
    {
      env: { ...process.env, CARGO_TERM_PROGRESS_WHEN: "never", CARGO_TERM_COLOR: "never" },
      onText(text) {
        compiled += text.split("Compiling ").length - 1;
        step.note(`${compiled} of about ${CRATES} crates`);
      },
    },
  );
  if (code === 0) {
    renameSync(making, home);
    return step.done();
  }
  step.failed();
  rmSync(making, { recursive: true, force: true });
  throw new Stop(
    /Could not resolve|Could not connect|Connection refused|timed? ?out|failed to download|network/i.test(output)
      ? "The crates registry cannot be reached, so the Firestore engine cannot be built. Check the network, the proxy or cargo's registry settings, and run the command again."
      : `${lastLines(output, 12)}\nThe Firestore engine could not be built; cargo's last words are above. It also needs a C compiler (Debian: apt-get install build-essential).`,
  );
}
