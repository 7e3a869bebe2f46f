import { createHash } from "node:crypto";
import * as z from "zod";
import { hashSchema } from "./accounts.ts";
import type { Part } from "./parts.ts";

/** Raise it when an archive of today could not be read as one of tomorrow. */
export const FORMAT = 1;

/** What an archive begins with, so that a foreign file is told at once. */
export const HEAD_NAME = "logbook-backup.json";
export const headSchema = z.strictObject({ format: z.number() });

/** What an archive ends with: a part of which nothing is told here does not belong to it. */
export const MANIFEST_NAME = "manifest.json";
export const manifestSchema = z.strictObject({
  project: z.string(),
  /** ISO 8601; documents are as of this moment, accounts and files a little later. */
  takenAt: z.string(),
  hash: hashSchema,
  parts: z.array(
    z.strictObject({
      name: z.string(),
      count: z.int().min(0),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;
export type PartEntry = Manifest["parts"][number];

/** A part as the manifest lists it. */
export function entryOf({ name, count, bytes }: Part): PartEntry {
  return { name, count, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** What names of parts look like; anything else is no part. Files are numbered, so no name leads out of a folder. */
const PART_NAME =
  /^(documents)\/([\w%~!'()*-][\w%.~!'()*-]*)\/\d{6,}\.ndjson$|^(accounts|passwords)\/\d{6,}\.ndjson$|^(files)\/\d{6,}(\.json)?$/;

export type Kind = "documents" | "accounts" | "passwords" | "files" | "about-files";

/** What a part holds, told by its name, and of which collection; `null` where it is no part. */
export function kindOf(name: string): { kind: Kind; collection: string } | null {
  const match = PART_NAME.exec(name);
  if (match === null) return null;
  const [, documents, collection = "", accounts, , about] = match;
  if (documents !== undefined) return { kind: "documents", collection: decodeURIComponent(collection) };
  if (accounts !== undefined) return { kind: accounts as "accounts" | "passwords", collection: "" };
  return { kind: about === undefined ? "files" : "about-files", collection: "" };
}

/** How much of each there is, in words: `24 issues, 59 history, 3 accounts, 9 files`. */
export function inWords(parts: readonly PartEntry[]): string {
  const counts = new Map<string, number>();
  for (const { name, count } of parts) {
    const { kind, collection } = kindOf(name) ?? { kind: "about-files", collection: "" };
    if (kind === "about-files" || kind === "passwords") continue;
    const what = kind === "documents" ? collection : kind;
    counts.set(what, (counts.get(what) ?? 0) + count);
  }
  return [...counts].map(([what, count]) => `${count} ${what}`).join(", ") || "nothing";
}
