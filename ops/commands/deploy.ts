import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { FIREBASE_CLI, inRoot } from "../../suite/command-line/paths.ts";
import { runInTerminal } from "../../suite/command-line/run-program.ts";
import { DEFAULT_REGION } from "../../suite/launcher/build.ts";
import type { FirebaseJson } from "../../suite/launcher/suite-config.ts";
import { buildForDeploy } from "../deploy/build.ts";
import { checkSignedIn, checkWorkingTree } from "../deploy/checks.ts";
import { deployArguments, deployedConfig, functionsEnvironment } from "../deploy/files.ts";
import { checkProject } from "../deploy/project-checks.ts";
import { parseSettings, projectOf } from "../deploy/settings.ts";
import { createAuthorizer } from "../google/credential.ts";

const HELP = `npm run deploy -- [options]

  --project ID   the Firebase project; by default the one in LOGBOOK_FIREBASE_CONFIG
  --dry-run      checks, and prints each step without running it
  --force        answers yes to every question of firebase-tools; it then also deletes
                 functions and indexes that this checkout does not have
  --help         this text

LOGBOOK_FIREBASE_CONFIG is your web app's configuration as JSON, with these if you need them: region (where
functions run, ${DEFAULT_REGION} by default), recaptchaSiteKey (App Check is on), serverApiKey,
and chat, chatHost and siteUrl (a chat that hears of reports).
How to set up a project, from an empty one to the first admin: docs/deploy.md.`;

const CONFIG_FILE = ".firebase-deploy.json";

await runCommand(async (args) => {
  const commandLine = readOptions(args, HELP, {
    project: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    force: { type: "boolean", default: false },
  });
  if (commandLine === null) return 0;
  const { values } = commandLine;
  const settings = parseSettings(process.env.LOGBOOK_FIREBASE_CONFIG);
  if (settings === null)
    throw new CommandError(
      "LOGBOOK_FIREBASE_CONFIG is not set. Set it to your web app's configuration; see docs/deploy.md.",
    );
  const project = projectOf(settings, values.project);

  const findings = [
    await checkWorkingTree(),
    await checkSignedIn(),
    ...(await checkProject(settings, createAuthorizer(project))),
  ];
  // A finding has one key, `ok`, `warning` or `problem`, and a sentence as its value.
  for (const [kind, text] of findings.flatMap((finding) => Object.entries(finding))) console.log(`  ${kind}: ${text}`);
  const problems = findings.filter((finding) => "problem" in finding);

  const environmentFile = `functions/dist/.env.${project}`;
  const firebaseArgs = deployArguments(project, CONFIG_FILE, values);
  const keyName = settings.serverApiKey === undefined ? "web API" : "server's own";
  const appCheck = settings.recaptchaSiteKey === undefined ? "off" : "on";
  const steps = [
    `Build functions/dist, with its own lockfile, and web/dist for ${project}`,
    `Write ${environmentFile}: region ${settings.region ?? DEFAULT_REGION}, the ${keyName} key, App Check ${appCheck}, chat ${settings.chat ?? "off"}`,
    `Write ${CONFIG_FILE}: firebase.json, with the region and the response headers for these settings`,
    `firebase ${firebaseArgs.join(" ")}: rules, indexes and time limits, functions and schedules, the page`,
  ];
  if (values["dry-run"]) {
    console.log(steps.map((step, index) => `${index + 1}. ${step}`).join("\n"));
    console.log("Nothing was built, written or deployed.");
    return problems.length === 0 ? 0 : 1;
  }
  if (problems.length > 0) throw new CommandError("Nothing was deployed. Please correct the problems above.");

  await buildForDeploy(settings);
  writeFileSync(inRoot(environmentFile), functionsEnvironment(settings));
  const firebaseJson = JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as FirebaseJson;
  const configPath = inRoot(CONFIG_FILE);
  writeFileSync(configPath, JSON.stringify(deployedConfig(firebaseJson, settings), null, 2));
  try {
    if ((await runInTerminal(process.execPath, [FIREBASE_CLI, ...firebaseArgs])) !== 0)
      throw new CommandError("firebase deploy failed; its output is above. You can run the command again.");
  } finally {
    rmSync(configPath, { force: true });
  }
  console.log(`Deployed to ${project}. If this was the first deployment, continue with step 6 of docs/deploy.md.`);
  return 0;
});
