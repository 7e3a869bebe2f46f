import { createHash } from "node:crypto";
import * as z from "zod";
import { hashConfigSchema } from "./accounts.ts";
import type { Part } from "./parts.ts";

/** Increase this number with each change of the format that makes older archives unreadable. */
export const FORMAT = 1;

/** The first entry of an archive, which has the number of the format. A file with another first entry is no backup. */
export const FORMAT_ENTRY_NAME = "logbook-backup.json";
export const formatEntrySchema = z.strictObject({ format: z.number() });

/** The last entry of an archive, which lists all its parts. */
export const MANIFEST_NAME = "manifest.json";
export const manifestSchema = z.strictObject({
  project: z.string(),
  /** ISO 8601. Documents are as of this moment. Accounts and files were read a little later. */
  takenAt: z.string(),
  /** How the project hashes passwords. */
  hash: hashConfigSchema,
  parts: z.array(
    z.strictObject({
      name: z.string(),
      /** The number of the part's documents, accounts, passwords or files. */
      count: z.int().min(0),
      /** The length of the part's content. */
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;
/** A part as the manifest lists it: without its content. */
export type PartInfo = Manifest["parts"][number];

export function toPartInfo({ name, count, bytes }: Part): PartInfo {
  return { name, count, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/**
 * Matches the names of parts. A collection's name is encoded by encodeURIComponent() and does not begin with a dot. A
 * file's part has a number as its name: the file's own name could contain `../`.
 */
const PART_NAME =
  /^documents\/(?<collection>[\w%~!'()*-][\w%.~!'()*-]*)\/\d{6,}\.ndjson$|^(?<accountKind>accounts|passwords)\/\d{6,}\.ndjson$|^files\/\d{6,}(?<metadata>\.json)?$/;

export type PartKind = "documents" | "accounts" | "passwords" | "files" | "file-metadata";

/** A part's kind, and the collection of its documents or `""`, from its name; `null` if no part can have the name. */
export function parsePartName(name: string): { kind: PartKind; collection: string } | null {
  const nameMatch = PART_NAME.exec(name);
  if (nameMatch === null) return null;
  const { collection, accountKind, metadata } = nameMatch.groups ?? {};
  if (collection !== undefined) {
    const decodedName = decodeOrNull(collection);
    return decodedName === null ? null : { kind: "documents", collection: decodedName };
  }
  if (accountKind !== undefined) return { kind: accountKind as "accounts" | "passwords", collection: "" };
  return { kind: metadata === undefined ? "files" : "file-metadata", collection: "" };
}

function decodeOrNull(component: string): string | null {
  try {
    return decodeURIComponent(component);
  } catch {
    return null;
  }
}

/**
 * Adds up the counts of the parts: `24 issues, 59 history, 3 accounts, 9 files`. Passwords belong to the accounts, and
 * metadata to the files, so they are not counted.
 */
export function describeCounts(parts: readonly PartInfo[]): string {
  const counts = new Map<string, number>();
  for (const { name, count } of parts) {
    const parsedName = parsePartName(name);
    if (parsedName === null || parsedName.kind === "file-metadata" || parsedName.kind === "passwords") continue;
    const label = parsedName.kind === "documents" ? parsedName.collection : parsedName.kind;
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return [...counts].map(([label, count]) => `${count} ${label}`).join(", ") || "nothing";
}
