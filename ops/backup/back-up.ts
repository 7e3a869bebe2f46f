import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Note } from "../../suite/command-line/progress.mjs";
import { readHashConfig } from "./accounts.ts";
import { currentReadTime } from "./documents.ts";
import { countsOf, type Manifest } from "./manifest.ts";
import { partsOf } from "./parts.ts";
import type { Project } from "./project.ts";
import { verifyArchive } from "./verify-archive.ts";
import { writeArchive } from "./write-archive.ts";

/**
 * Writes a project's accounts, documents and files into one archive, reads it back and returns its manifest. Until the
 * archive is finished, its name is FILE.<process id>.part; it is removed if the process ends early. Throws a `CommandError` if the
 * file exists.
 */
export async function backUp(project: Project, file: string, note: Note): Promise<Manifest> {
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw new CommandError(`${file} is a folder. Name a file in it with --out FILE.`);
  if (existing !== undefined) throw new CommandError(`There is a file ${file} already. Name another with --out FILE.`);
  mkdirSync(dirname(file), { recursive: true });
  // Another backup may be writing the same file at this moment.
  const unfinished = `${file}.${process.pid}.part`;
  const removeUnfinished = () => rmSync(unfinished, { force: true });
  removeUnfinished();
  process.once("exit", removeUnfinished);
  try {
    const takenAt = await currentReadTime(project);
    const origin = { project: project.id, takenAt, hash: await readHashConfig(project) };
    await writeArchive(unfinished, origin, partsOf(project, takenAt), (entries) => note(countsOf(entries)));
    note("reading it back");
    const manifest = await verifyArchive(unfinished);
    renameSync(unfinished, file);
    return manifest;
  } finally {
    removeUnfinished();
    process.off("exit", removeUnfinished);
  }
}
