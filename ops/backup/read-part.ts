import * as z from "zod";
import { type Account, accountSchema, type Password, passwordSchema } from "./accounts.ts";
import { collectionOf, documentSchema, type StoredDocument } from "./documents.ts";
import { type FileMetadata, fileSchema } from "./files.ts";
import { kindOf } from "./manifest.ts";
import { BrokenArchive } from "./read-archive.ts";

export type Content =
  | { kind: "documents"; collection: string; documents: StoredDocument[] }
  | { kind: "accounts"; accounts: Account[] }
  | { kind: "passwords"; passwords: Password[] }
  | { kind: "about-files"; about: FileMetadata }
  | { kind: "files"; bytes: Buffer };

/** Reads a part. Throws a `BrokenArchive` if its name or content is not that of a part. */
export function readPart(name: string, bytes: Buffer): Content {
  const parsed = kindOf(name);
  if (parsed === null)
    throw new BrokenArchive(`It holds ${JSON.stringify(name)}, a name that no part of a backup has.`);
  const { kind, collection } = parsed;
  try {
    if (kind === "files") return { kind, bytes };
    if (kind === "about-files") return { kind, about: fileSchema.parse(JSON.parse(bytes.toString())) };
    const lines: unknown[] = bytes
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    if (kind === "accounts") return { kind, accounts: z.array(accountSchema).parse(lines) };
    if (kind === "passwords") return { kind, passwords: z.array(passwordSchema).parse(lines) };
    const documents = z.array(documentSchema).parse(lines);
    const misplaced = documents.find(({ path }) => collectionOf(path) !== collection);
    if (misplaced !== undefined) throw new Error(`${misplaced.path} is of another collection`);
    return { kind, collection, documents };
  } catch (error) {
    throw new BrokenArchive(`Its part ${name} cannot be read: ${String((error as Error).message).slice(0, 200)}.`);
  }
}

export function countOf(content: Content): number {
  if (content.kind === "documents") return content.documents.length;
  if (content.kind === "accounts") return content.accounts.length;
  if (content.kind === "passwords") return content.passwords.length;
  return 1;
}
