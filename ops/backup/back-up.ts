import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import type { ShowProgress } from "../../suite/command-line/progress.mjs";
import { readHashConfig } from "./accounts.ts";
import { type Manifest, verifyArchive, writeArchive } from "./archive.ts";
import { currentReadTime } from "./documents.ts";
import { readProjectParts } from "./parts.ts";
import type { Project } from "./project.ts";

/**
 * Writes a project's accounts, documents and files into one archive, reads it back and returns its manifest. Throws a
 * `CommandError` if the file exists.
 */
export async function backUp(project: Project, file: string, showProgress: ShowProgress): Promise<Manifest> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new CommandError(`${file} is a folder. Name a file in it with --out FILE.`);
  if (stats !== undefined) throw new CommandError(`There is a file ${file} already. Name another with --out FILE.`);
  mkdirSync(dirname(file), { recursive: true });
  // With the process id, two simultaneous backups to the same file do not overwrite each other.
  const unfinishedFile = `${file}.${process.pid}.part`;
  const removeUnfinishedFile = () => rmSync(unfinishedFile, { force: true });
  process.once("exit", removeUnfinishedFile);
  try {
    const takenAt = await currentReadTime(project);
    const backupInfo = { project: project.id, takenAt, hash: await readHashConfig(project) };
    await writeArchive(unfinishedFile, backupInfo, readProjectParts(project, takenAt), showProgress);
    showProgress("reading it back");
    const manifest = await verifyArchive(unfinishedFile);
    renameSync(unfinishedFile, file);
    return manifest;
  } finally {
    removeUnfinishedFile();
    process.off("exit", removeUnfinishedFile);
  }
}
