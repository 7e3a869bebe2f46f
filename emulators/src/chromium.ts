import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Stop } from "./stop.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a Chromium for the browser tests; installs Debian's package where there is none and root is to be had. */
export function provideChromium(say: (line: string) => void): string {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Stop(`CHROMIUM names ${named}, which is not there. Please correct or unset it.`);
    return named;
  }
  const found = find();
  if (found !== undefined) return found;
  say("Installing Chromium (Debian's package, about 1 minute)");
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const run = (...args: string[]): boolean => {
    const [program, ...rest] = [...sudo, ...args];
    return spawnSync(program!, rest, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status === 0;
  };
  run("apt-get", "update");
  run("apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-liberation");
  const installed = find();
  if (installed === undefined)
    throw new Stop("The browser tests need Chromium, and it could not be installed. Install it (Debian: apt-get install chromium) or name one in the environment variable CHROMIUM.");
  return installed;
}

function find(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).concat("/usr/bin");
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
