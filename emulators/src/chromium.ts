import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { startStep } from "./progress.mjs";
import { runQuietly } from "./run-quietly.ts";
import { Stop } from "./stop.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a Chromium for the browser tests; installs Debian's package where there is none and root is to be had. */
export async function provideChromium(): Promise<string> {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Stop(`CHROMIUM names ${named}, which is not there. Please correct or unset it.`);
  }
  const found = find() ?? ((await install()) ? find() : undefined);
  if (found !== undefined) return found;
  throw new Stop(
    "The browser tests need Chromium, and it could not be installed. Install it (Debian: apt-get install chromium; " +
      "elsewhere: npx playwright install chromium), or name one in the environment variable CHROMIUM.",
  );
}

function find(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...playwrights()].find((path) =>
    existsSync(path),
  );
}

/** Where Playwright puts the browsers that it installs itself. */
function playwrights(): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ".cache", "ms-playwright");
  const versions = existsSync(cache) ? readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name)) : [];
  return versions
    .toReversed()
    .flatMap((name) => [join(cache, name, "chrome-linux64", "chrome"), join(cache, name, "chrome-linux", "chrome")]);
}

async function install(): Promise<boolean> {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const run = async (...args: string[]): Promise<boolean> => {
    const [program, ...rest] = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", ...args];
    return (await runQuietly(program!, rest)).code === 0;
  };
  if (!(await run("apt-get", "--version"))) return false;
  const step = startStep("Installing Chromium (Debian's package, about a minute, once)");
  await run("apt-get", "update");
  const installed = await run("apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-liberation");
  if (installed) step.done();
  else step.failed();
  return installed;
}
