import { CommandError } from "../../suite/command-line/command.ts";
import type { ShowProgress } from "../../suite/command-line/progress.mjs";
import { type Account, deleteAccounts, readAccounts, writeAccounts } from "./accounts.ts";
import { type Manifest, readParts } from "./archive.ts";
import { currentReadTime, readDocuments } from "./documents.ts";
import { deleteFiles, type FileMetadata, readFileNames, writeFile } from "./files.ts";
import {
  type Content,
  describeCounts,
  inBatches,
  type PartInfo,
  parsePartName,
  readProjectParts,
  toPartInfo,
} from "./parts.ts";
import type { Project } from "./project.ts";
import { deleteDocuments, writeDocuments } from "./write-documents.ts";

const BATCH_SIZE = 500;

/**
 * The stage in which a restore writes this content. Nobody can sign in before stage 2. No report can be created before
 * stage 3. Stage 3 writes the board, so that the API's instances discard reports that they cached during the restore.
 */
function stageOf(content: Content): number {
  if (content.kind === "accounts" || content.kind === "passwords") return 2;
  if (content.kind !== "documents") return 1;
  if (content.collection === "boards") return 3;
  return content.collection === "members" || content.collection === "usernames" ? 2 : 1;
}

/** Names the first document, account or file in a project, for a message; `null` if the project is empty. */
export async function describeFirstItem(project: Project): Promise<string | null> {
  for await (const { path } of readDocuments(project, await currentReadTime(project))) return `the document ${path}`;
  for await (const { account } of readAccounts(project)) return `the account ${account.localId}`;
  for await (const name of readFileNames(project)) return `the file ${name}`;
  return null;
}

/** Deletes all accounts and files, and all documents that a backup has. Adds nothing to history or trash. */
export async function clearProject(project: Project, showProgress: ShowProgress): Promise<void> {
  const documents = readDocuments(project, await currentReadTime(project));
  let count = 0;
  for await (const batch of inBatches(documents, BATCH_SIZE)) {
    await deleteDocuments(project, batch);
    count += batch.length;
    showProgress(`${count} documents`);
  }
  // All accounts are read before the first is deleted, because a deletion could move accounts between the read pages.
  const accounts: Account[] = [];
  for await (const { account } of readAccounts(project)) accounts.push(account);
  while (accounts.length > 0) await deleteAccounts(project, accounts.splice(0, BATCH_SIZE));
  await deleteFiles(project);
}

/** Writes a verified archive into an empty project. After a failure the project has to be emptied first. */
export async function restore(project: Project, file: string, manifest: Manifest, showProgress: ShowProgress) {
  const restoredParts: PartInfo[] = [];
  const partsByName = new Map(manifest.parts.map((part) => [part.name, part]));
  for (const stage of [1, 2, 3]) {
    // In an archive, a file's metadata comes directly before the file, and accounts directly before their passwords.
    let metadata: FileMetadata | undefined;
    let accounts: Account[] = [];
    for await (const { name, content } of readParts(file)) {
      if (stageOf(content) !== stage) continue;
      if (content.kind === "documents") await writeDocuments(project, content.documents);
      else if (content.kind === "accounts") accounts = content.accounts;
      else if (content.kind === "passwords") await writeAccounts(project, accounts, content.passwords, manifest.hash);
      else if (content.kind === "file-metadata") metadata = content.metadata;
      else if (metadata !== undefined) await writeFile(project, metadata, content.bytes);
      restoredParts.push(partsByName.get(name)!);
      showProgress(describeCounts(restoredParts));
    }
  }
}

/** Reads a project back and throws a `CommandError` unless its data is exactly that of the archive. */
export async function compareProject(project: Project, manifest: Manifest, showProgress: ShowProgress): Promise<void> {
  // Firebase may store a password hash in another form, so only a sign-in would show that the hash is right.
  const isCompared = (name: string) =>
    parsePartName(name).kind !== "passwords" ||
    (project.passwordHashing === "emulator" && manifest.hash === "emulator");
  const expectedParts = manifest.parts.filter(({ name }) => isCompared(name));
  const actualParts: PartInfo[] = [];
  for await (const part of readProjectParts(project, await currentReadTime(project))) {
    if (!isCompared(part.name)) continue;
    const actualPart = toPartInfo(part);
    actualParts.push(actualPart);
    showProgress(describeCounts(actualParts));
    const expectedPart = expectedParts[actualParts.length - 1];
    if (expectedPart?.name !== actualPart.name || expectedPart.sha256 !== actualPart.sha256)
      throw new CommandError(
        `Read back, ${actualPart.name} differs from the backup. Did somebody write to ${project.id} meanwhile? Restore once more, with --replace.`,
      );
  }
  const missingPart = expectedParts[actualParts.length];
  if (missingPart !== undefined)
    throw new CommandError(`Read back, ${missingPart.name} is missing. Restore once more, with --replace.`);
}
