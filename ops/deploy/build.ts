import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { withStep } from "../../suite/command-line/progress.mjs";
import { lastLines, runProgram } from "../../suite/command-line/run-program.ts";
import { buildIfChanged, hashFiles, readStamp } from "../../suite/launcher/build.ts";
import { DEFAULT_PORTS, LOCAL_PROJECT } from "../../suite/launcher/ports.ts";
import { fillConfigBlock, localPageConfig } from "../../suite/launcher/suite-config.ts";
import { pageSettings, type Settings } from "./settings.ts";

/**
 * Builds everything that is deployed, and writes the settings into index.html. Without settings, as `npm run build` may
 * have none, the page is that of `npx firebase emulators:start`.
 */
export async function buildForDeploy(settings: Settings | null): Promise<void> {
  await buildIfChanged();
  await withStep("Locking the functions' packages", lockFunctions);
  const page = inRoot("web", "dist", "index.html");
  const pageConfig = settings === null ? localPageConfig(LOCAL_PROJECT, DEFAULT_PORTS) : pageSettings(settings);
  writeFileSync(page, fillConfigBlock(readFileSync(page, "utf8"), pageConfig));
}

/**
 * Writes the lockfile of `functions/dist` if its packages have changed: the checkout's lockfile, reduced to these
 * packages, so that the tested versions are deployed. Needs the npm registry.
 */
async function lockFunctions(): Promise<void> {
  const folder = inRoot("functions", "dist");
  const stampFile = join(folder, ".locked");
  const hash = hashFiles([join(folder, "package.json"), inRoot("package-lock.json")]);
  if (existsSync(join(folder, "package-lock.json")) && readStamp(stampFile) === hash) return;
  copyFileSync(inRoot("package-lock.json"), join(folder, "package-lock.json"));
  const args = [
    "install",
    "--package-lock-only",
    "--prefer-offline",
    "--omit=dev",
    "--ignore-scripts",
    "--workspaces=false",
    // Then the lockfile does not name the registry of this machine.
    "--omit-lockfile-registry-resolved",
  ];
  const { code, output } = await runProgram("npm", [...args, "--no-audit", "--no-fund", "--fetch-retries=1"], {
    cwd: folder,
  });
  if (code !== 0) {
    // Remove the copy of the checkout's lockfile: the next build would take it for the reduced lockfile.
    rmSync(join(folder, "package-lock.json"), { force: true });
    throw new CommandError(
      `${lastLines(output, 8)}\nThe lockfile of functions/dist could not be written; npm's last output is above. Check that the npm registry can be reached and build again.`,
    );
  }
  writeFileSync(stampFile, hash);
}
