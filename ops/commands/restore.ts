import { ask } from "../../suite/command-line/ask.ts";
import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions, resolveUserPath } from "../../suite/command-line/options.ts";
import { withStep } from "../../suite/command-line/progress.mjs";
import { canCheckPasswords } from "../backup/accounts.ts";
import { verifyArchive } from "../backup/archive.ts";
import { describeCounts } from "../backup/parts.ts";
import { openProject, PROJECT_OPTIONS, type Project } from "../backup/project.ts";
import { clearProject, compareProject, describeFirstItem, restore } from "../backup/restore.ts";

const HELP = `npm run restore -- FILE [options]

Puts an archive of npm run backup into an empty project, reads it back and compares. The whole archive is checked first;
a broken one changes nothing.

  --check             checks the archive and does nothing else
  --replace           first deletes everything in the project (asks if it is not empty; --yes answers)
  --port N            the local suite whose page is on port N (default 5000)
  --project ID        a real project, with your application default credentials
  --bucket NAME       its bucket, if it is not the default one
  --help              this text`;

await runCommand(async (args) => {
  const options = {
    check: { type: "boolean", default: false },
    replace: { type: "boolean", default: false },
    yes: { type: "boolean", default: false },
    ...PROJECT_OPTIONS,
  } as const;
  const commandLine = readOptions(args, HELP, options, { takesNames: true });
  if (commandLine === null) return 0;
  const { values, positionals } = commandLine;
  const [archiveName, ...extraArguments] = positionals;
  if (archiveName === undefined || extraArguments.length > 0) throw new CommandError(`Which archive?\n\n${HELP}`);
  const file = resolveUserPath(archiveName);
  const manifest = await withStep("Checking the archive", (showProgress) => verifyArchive(file, showProgress));
  console.log(
    `The archive is complete: ${describeCounts(manifest.parts)} of ${manifest.project}, as of ${manifest.takenAt}.`,
  );
  if (values.check) return 0;
  const project = await openProject(values);
  try {
    if (!(await ensureEmpty(project, values))) return 1;
    await withStep(`Restoring into ${project.id}`, (showProgress) => restore(project, file, manifest, showProgress));
    await withStep("Reading it back", (showProgress) => compareProject(project, manifest, showProgress));
    console.log(`${project.id} holds ${describeCounts(manifest.parts)}, exactly as the backup does.`);
    console.log(
      canCheckPasswords(project, manifest.hash)
        ? "Members keep their passwords and have to sign in again."
        : "This project hashes passwords in another way, so the old ones do not work: set new ones with npm run admin -- reset-password.",
    );
    return 0;
  } finally {
    await project.close();
  }
});

/** Empties the project if it is not empty. Returns false if the user does not agree. */
async function ensureEmpty(project: Project, { replace, yes }: { replace: boolean; yes: boolean }): Promise<boolean> {
  const firstItem = await describeFirstItem(project);
  if (firstItem === null) return true;
  if (!replace)
    throw new CommandError(
      `${project.id} is not empty: it holds ${firstItem}. Nothing was changed. To delete everything in it and restore the archive in its place, add --replace.`,
    );
  if (!yes && !(await confirmDeletion(project.id))) {
    console.log("Nothing was changed.");
    return false;
  }
  await withStep(`Deleting what is in ${project.id}`, (showProgress) => clearProject(project, showProgress));
  return true;
}

async function confirmDeletion(projectId: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      `--replace deletes all accounts, reports and files of ${projectId}. Add --yes to confirm without being asked.`,
    );
  const answer = await ask(`Delete all accounts, reports and files of ${projectId}? Type its name to say yes: `);
  return answer === projectId;
}
