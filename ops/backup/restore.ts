import { CommandError } from "../../suite/command-line/command.ts";
import type { Note } from "../../suite/command-line/progress.mjs";
import { type Account, canCheckHash, deleteAccounts, readAccounts, writeAccounts } from "./accounts.ts";
import { currentReadTime, readDocuments } from "./documents.ts";
import { deleteFiles, type FileMetadata, readFileNames, writeFile } from "./files.ts";
import { countsOf, entryOf, kindOf, type Manifest, type PartEntry } from "./manifest.ts";
import { inBatches, partsOf } from "./parts.ts";
import type { Project } from "./project.ts";
import type { Content } from "./read-part.ts";
import { readParts } from "./verify-archive.ts";
import { deleteDocuments, writeDocuments } from "./write-documents.ts";

/*
 * A restore writes in three stages. Nobody can sign in before the second stage, and no report can be created before the
 * third. The third writes the board, which makes instances of the API discard their cached reports: otherwise they
 * would keep a half-restored board.
 */
function stageOf(content: Content): number {
  if (content.kind === "accounts" || content.kind === "passwords") return 2;
  if (content.kind !== "documents") return 1;
  if (content.collection === "boards") return 3;
  return content.collection === "members" || content.collection === "usernames" ? 2 : 1;
}

/** Names the first document, account or file in a project, for a message; `null` if the project is empty. */
export async function describeContents(project: Project): Promise<string | null> {
  for await (const { path } of readDocuments(project, await currentReadTime(project))) return `the document ${path}`;
  for await (const { account } of readAccounts(project)) return `the account ${account.localId}`;
  for await (const name of readFileNames(project)) return `the file ${name}`;
  return null;
}

/** Deletes all accounts and files, and all documents that a backup has. Leaves no trace in history or trash. */
export async function clearProject(project: Project, note: Note): Promise<void> {
  const documents = readDocuments(project, await currentReadTime(project));
  let count = 0;
  for await (const batch of inBatches(documents, BATCH_SIZE)) {
    await deleteDocuments(project, batch);
    count += batch.length;
    note(`${count} documents`);
  }
  const accounts: Account[] = [];
  for await (const { account } of readAccounts(project)) accounts.push(account);
  while (accounts.length > 0) await deleteAccounts(project, accounts.splice(0, BATCH_SIZE));
  await deleteFiles(project);
}

const BATCH_SIZE = 500;

/** Writes a verified archive into an empty project. After a failure the project has to be emptied first. */
export async function restore(project: Project, file: string, manifest: Manifest, note: Note): Promise<void> {
  const restoredParts: PartEntry[] = [];
  const entries = new Map(manifest.parts.map((entry) => [entry.name, entry]));
  for (const stage of [1, 2, 3]) {
    let metadata: FileMetadata | undefined;
    let accounts: Account[] = [];
    for await (const content of readParts(file, manifest)) {
      if (stageOf(content) !== stage) continue;
      if (content.kind === "documents") await writeDocuments(project, content.documents);
      else if (content.kind === "accounts") accounts = content.accounts;
      else if (content.kind === "passwords") await writeAccounts(project, accounts, content.passwords, manifest.hash);
      else if (content.kind === "file-metadata") metadata = content.metadata;
      else if (metadata !== undefined) await writeFile(project, metadata, content.bytes);
      restoredParts.push(entries.get(content.name)!);
      note(countsOf(restoredParts));
    }
  }
}

/** Reads a project back and throws a `CommandError` unless its data is exactly that of the archive. */
export async function compareProject(project: Project, manifest: Manifest, note: Note): Promise<void> {
  // Firebase may store a password hash in another form, so only a sign-in would show that it is right.
  const isCompared = (name: string) =>
    kindOf(name)?.kind !== "passwords" || (project.passwords === "emulator" && canCheckHash(project, manifest.hash));
  const wanted = manifest.parts.filter(({ name }) => isCompared(name));
  const found: PartEntry[] = [];
  for await (const part of partsOf(project, await currentReadTime(project))) {
    if (!isCompared(part.name)) continue;
    const entry = entryOf(part);
    found.push(entry);
    note(countsOf(found));
    const expected = wanted[found.length - 1];
    if (expected?.name !== entry.name || expected.sha256 !== entry.sha256)
      throw new CommandError(
        `Read back, ${entry.name} differs from the backup. Did somebody write to ${project.id} meanwhile? Restore once more, with --replace.`,
      );
  }
  const missing = wanted[found.length];
  if (missing !== undefined)
    throw new CommandError(`Read back, ${missing.name} is missing. Restore once more, with --replace.`);
}
