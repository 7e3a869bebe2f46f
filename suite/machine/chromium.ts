import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { installPackages, rootCommandPrefix } from "./apt.ts";

const CHROMIUM = {
  programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  debianPackage: "chromium",
  playwright: { folder: /^chromium-\d+$/, program: "chrome" },
};

/** Chromium without windows: the same engine, and half of the processor time in tests. */
const HEADLESS_SHELL: typeof CHROMIUM = {
  programs: ["chromium-headless-shell"],
  debianPackage: "chromium-headless-shell",
  playwright: { folder: /^chromium_headless_shell-\d+$/, program: "headless_shell" },
};

/** The path of a Chromium for tests and the bench. Installs Debian's package if there is none and root is available. */
export async function provideChromium(): Promise<string> {
  const path = browserFromEnvironment() ?? (await provideBrowser(CHROMIUM));
  if (path !== undefined) return path;
  throw new CommandError(
    "The browser tests need Chromium, and it could not be installed. Install it (Debian: apt-get install chromium; " +
      "elsewhere: npx playwright install chromium), or name one in the environment variable CHROMIUM.",
  );
}

/** The path of Chromium's headless shell, or of a whole Chromium if there is none. */
export async function provideHeadlessShell(): Promise<string> {
  return browserFromEnvironment() ?? (await provideBrowser(HEADLESS_SHELL)) ?? (await provideChromium());
}

function browserFromEnvironment(): string | undefined {
  const path = process.env.CHROMIUM;
  if (!path) return undefined;
  if (existsSync(path)) return path;
  throw new CommandError(`CHROMIUM names ${path}, which does not exist. Please correct or unset it.`);
}

async function provideBrowser(browser: typeof CHROMIUM): Promise<string | undefined> {
  const path = findBrowser(browser);
  if (path !== undefined) return path;
  const rootPrefix = await rootCommandPrefix();
  if (rootPrefix === null) return undefined;
  const { debianPackage } = browser;
  const title = `Installing Debian's package ${debianPackage} (about a minute, once)`;
  // installPackages() leaves out recommended packages, and Chromium only recommends its fonts.
  await installPackages(rootPrefix, title, [debianPackage, "fonts-liberation"]);
  return findBrowser(browser);
}

function findBrowser({ programs, playwright }: typeof CHROMIUM): string | undefined {
  // Debian's packages are in /usr/bin, which PATH may lack.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  const possiblePaths = programs.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...possiblePaths, ...playwrightDownloads(playwright)].find((path) => existsSync(path));
}

/** The possible paths of the browsers that Playwright has downloaded, the newest first. */
function playwrightDownloads({ folder, program }: typeof CHROMIUM.playwright): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ".cache", "ms-playwright");
  const folderNames = existsSync(cache) ? readdirSync(cache).filter((name) => folder.test(name)) : [];
  const revisionOf = (name: string): number => Number(/\d+$/.exec(name)?.[0]);
  return folderNames
    .toSorted((a, b) => revisionOf(b) - revisionOf(a))
    .flatMap((name) => ["chrome-linux64", "chrome-linux"].map((subfolder) => join(cache, name, subfolder, program)));
}
