import * as z from "zod";
import { type Account, accountSchema, type Password, passwordSchema } from "./accounts.ts";
import { collectionOf, documentSchema, type StoredDocument } from "./documents.ts";
import { type FileMetadata, fileSchema } from "./files.ts";
import { parsePartName } from "./manifest.ts";
import { BrokenArchiveError } from "./read-archive.ts";

/** The parsed content of one part of an archive. */
export type Content =
  | { kind: "documents"; collection: string; documents: StoredDocument[] }
  | { kind: "accounts"; accounts: Account[] }
  | { kind: "passwords"; passwords: Password[] }
  | { kind: "file-metadata"; metadata: FileMetadata }
  | { kind: "files"; bytes: Buffer };

/** Reads a part. Throws a `BrokenArchiveError` if no part can have this name or content. */
export function readPart(name: string, bytes: Buffer): Content {
  const parsedName = parsePartName(name);
  if (parsedName === null)
    throw new BrokenArchiveError(`It holds ${JSON.stringify(name)}, a name that no part of a backup has.`);
  const { kind, collection } = parsedName;
  try {
    if (kind === "files") return { kind, bytes };
    if (kind === "file-metadata") return { kind, metadata: fileSchema.parse(JSON.parse(bytes.toString())) };
    const lines: unknown[] = bytes
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    if (kind === "accounts") return { kind, accounts: z.array(accountSchema).parse(lines) };
    if (kind === "passwords") return { kind, passwords: z.array(passwordSchema).parse(lines) };
    const documents = z.array(documentSchema).parse(lines);
    const misplacedDocument = documents.find(({ path }) => collectionOf(path) !== collection);
    if (misplacedDocument !== undefined) throw new Error(`${misplacedDocument.path} is of another collection`);
    return { kind, collection, documents };
  } catch (error) {
    throw new BrokenArchiveError(`Its part ${name} cannot be read: ${String((error as Error).message).slice(0, 200)}.`);
  }
}

/** The number of documents, accounts, passwords or files in a part. */
export function countOf(content: Content): number {
  if (content.kind === "documents") return content.documents.length;
  if (content.kind === "accounts") return content.accounts.length;
  if (content.kind === "passwords") return content.passwords.length;
  return 1;
}
