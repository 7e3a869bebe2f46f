import { ask } from "../../suite/command-line/ask.ts";
import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { namedPath, readOptions } from "../../suite/command-line/options.ts";
import { withStep } from "../../suite/command-line/progress.mjs";
import { canCheckHash } from "../backup/accounts.ts";
import { countsOf, type Manifest } from "../backup/manifest.ts";
import { openProject, PROJECT_OPTIONS, type Project } from "../backup/project.ts";
import { BrokenArchiveError } from "../backup/read-archive.ts";
import { clearProject, compareProject, describeContents, restore } from "../backup/restore.ts";
import { verifyArchive } from "../backup/verify-archive.ts";

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
  const given = readOptions(
    args,
    HELP,
    {
      check: { type: "boolean", default: false },
      replace: { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      ...PROJECT_OPTIONS,
    },
    { takesNames: true },
  );
  if (given === null) return 0;
  const { values, positionals } = given;
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new CommandError(`Which archive?\n\n${HELP}`);
  const file = namedPath(name);
  const manifest = await checkArchive(file);
  if (values.check) return 0;
  const project = await openProject(values);
  try {
    if (!(await ensureEmpty(project, values))) return 1;
    await withStep(`Restoring into ${project.id}`, (note) => restore(project, file, manifest, note));
    await withStep("Reading it back", (note) => compareProject(project, manifest, note));
    console.log(`${project.id} holds ${countsOf(manifest.parts)}, exactly as the backup does.`);
    console.log(
      canCheckHash(project, manifest.hash)
        ? "Members keep their passwords and have to sign in again."
        : "This project hashes passwords in another way, so the old ones do not work: set new ones with npm run admin -- reset-password.",
    );
    return 0;
  } finally {
    await project.close();
  }
});

async function checkArchive(file: string): Promise<Manifest> {
  try {
    const manifest = await withStep("Checking the archive", (note) =>
      verifyArchive(file, (count) => note(`${count} parts`)),
    );
    console.log(
      `The archive is complete: ${countsOf(manifest.parts)} of ${manifest.project}, as of ${manifest.takenAt}.`,
    );
    return manifest;
  } catch (error) {
    if (!(error instanceof BrokenArchiveError)) throw error;
    throw new CommandError(`${file} cannot be restored. ${error.message} Nothing was changed.`);
  }
}

/** Empties the project if it is not empty. Returns false if the user does not agree. */
async function ensureEmpty(project: Project, { replace, yes }: { replace: boolean; yes: boolean }): Promise<boolean> {
  const contents = await describeContents(project);
  if (contents === null) return true;
  if (!replace)
    throw new CommandError(
      `${project.id} is not empty: it holds ${contents}. Nothing was changed. To delete everything in it and restore the archive in its place, add --replace.`,
    );
  if (!yes && !(await confirm(project.id))) {
    console.log("Nothing was changed.");
    return false;
  }
  await withStep(`Deleting what is in ${project.id}`, (note) => clearProject(project, note));
  return true;
}

async function confirm(id: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      `--replace deletes all accounts, reports and files of ${id}. Add --yes to confirm without being asked.`,
    );
  return (await ask(`Delete all accounts, reports and files of ${id}? Type its name to say yes: `)) === id;
}
