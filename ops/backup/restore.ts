import { CommandError } from "../../suite/command-line/command.ts";
import { type Account, deleteAccounts, hashFits, readAccounts, writeAccounts } from "./accounts.ts";
import { momentOf, readDocuments, type StoredDocument } from "./documents.ts";
import { deleteFiles, type FileAbout, fileNames, writeFile } from "./files.ts";
import { entryOf, inWords, kindOf, type Manifest, type PartEntry } from "./manifest.ts";
import { partsOf } from "./parts.ts";
import type { Project } from "./project.ts";
import type { Content } from "./read-part.ts";
import { readParts } from "./verify-archive.ts";
import { deleteDocuments, writeDocuments } from "./write-documents.ts";

/*
 * What is written one after the other. Nobody can sign in before the second, and no report can be filed before the last,
 * which also ends what processes of the API have in memory: they would take a half restored board for the whole.
 */
const LATE = ["members", "usernames"];
const LAST = "boards";
const WAVES: readonly ((content: Content) => boolean)[] = [
  (content) =>
    content.kind === "documents"
      ? !LATE.includes(content.collection) && content.collection !== LAST
      : content.kind === "files" || content.kind === "about-files",
  (content) =>
    content.kind === "documents"
      ? LATE.includes(content.collection)
      : content.kind === "accounts" || content.kind === "passwords",
  (content) => content.kind === "documents" && content.collection === LAST,
];

/** What is in a project already, in words; `null` where it is empty. */
export async function describeContents(project: Project): Promise<string | null> {
  for await (const { path } of readDocuments(project, await momentOf(project))) return `the document ${path}`;
  for await (const { account } of readAccounts(project)) return `the account ${account.localId}`;
  for await (const names of fileNames(project)) if (names[0] !== undefined) return `the file ${names[0]}`;
  return null;
}

/** Deletes everything in a project: reports without a trace in history or trash. */
export async function clearProject(project: Project, note: (news: string) => void): Promise<void> {
  let some: StoredDocument[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    await deleteDocuments(project, some);
    count += some.length;
    some = [];
    note(`${count} documents`);
  };
  for await (const document of readDocuments(project, await momentOf(project))) {
    some.push(document);
    if (some.length === AT_ONCE) await flush();
  }
  await flush();
  let accounts: Account[] = [];
  for await (const { account } of readAccounts(project)) accounts.push(account);
  for (; accounts.length > 0; accounts = accounts.slice(AT_ONCE))
    await deleteAccounts(project, accounts.slice(0, AT_ONCE));
  await deleteFiles(project);
}

const AT_ONCE = 500;

/** Writes a verified archive into an empty project. Repeating it after a failure needs an empty project again. */
export async function restore(
  project: Project,
  file: string,
  manifest: Manifest,
  note: (news: string) => void,
): Promise<void> {
  const done: PartEntry[] = [];
  const entries = new Map(manifest.parts.map((entry) => [entry.name, entry]));
  for (const isInWave of WAVES) {
    let about: FileAbout | undefined;
    let accounts: Account[] = [];
    for await (const content of readParts(file, manifest)) {
      if (!isInWave(content)) continue;
      if (content.kind === "documents") await writeDocuments(project, content.documents);
      else if (content.kind === "accounts") accounts = content.accounts;
      else if (content.kind === "passwords") await writeAccounts(project, accounts, content.passwords, manifest.hash);
      else if (content.kind === "about-files") about = content.about;
      else if (about !== undefined) await writeFile(project, about, content.bytes);
      done.push(entries.get(content.name)!);
      note(inWords(done));
    }
  }
}

/** Reads a project back and throws a `CommandError` unless it holds exactly what the archive does. */
export async function compareWith(project: Project, manifest: Manifest, note: (news: string) => void): Promise<void> {
  // Firebase may keep a password in another form than it was given; there only a sign-in would tell.
  const counts = (name: string) =>
    kindOf(name)?.kind !== "passwords" || (project.passwords === "emulator" && hashFits(project, manifest.hash));
  const wanted = manifest.parts.filter(({ name }) => counts(name));
  const found: PartEntry[] = [];
  for await (const part of partsOf(project, await momentOf(project))) {
    if (!counts(part.name)) continue;
    const entry = entryOf(part);
    found.push(entry);
    note(inWords(found));
    const expected = wanted[found.length - 1];
    if (expected?.name !== entry.name || expected.sha256 !== entry.sha256)
      throw new CommandError(
        `Read back, ${entry.name} is not what the backup holds. Did somebody write to ${project.id} meanwhile? Restore once more, with --replace.`,
      );
  }
  const missing = wanted[found.length];
  if (missing !== undefined)
    throw new CommandError(`Read back, ${missing.name} is not there. Restore once more, with --replace.`);
}
