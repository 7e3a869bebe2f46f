import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import { hashOf } from "./accounts.ts";
import { momentOf } from "./documents.ts";
import { inWords, type Manifest } from "./manifest.ts";
import { partsOf } from "./parts.ts";
import type { Project } from "./project.ts";
import { verifyArchive } from "./verify-archive.ts";
import { writeArchive } from "./write-archive.ts";

/**
 * Writes a project's accounts, documents and files into one archive, reads it back and gives its manifest. The file is
 * there whole or not at all, also when the process is told to end meanwhile. Throws a `CommandError` when it exists already or the project cannot be read.
 */
export async function backUp(project: Project, file: string, note: (news: string) => void): Promise<Manifest> {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new CommandError(`${file} is a folder. Name a file in it with --out FILE.`);
  if (there !== undefined) throw new CommandError(`There is a file ${file} already. Name another with --out FILE.`);
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.part`;
  const remove = () => rmSync(draft, { force: true });
  remove();
  process.once("exit", remove);
  try {
    const takenAt = await momentOf(project);
    const about = { project: project.id, takenAt, hash: await hashOf(project) };
    await writeArchive(draft, about, partsOf(project, takenAt), (entries) => note(inWords(entries)));
    note("reading it back");
    const manifest = await verifyArchive(draft);
    renameSync(draft, file);
    return manifest;
  } finally {
    remove();
    process.off("exit", remove);
  }
}
