import { createHash } from "node:crypto";
import * as z from "zod";
import { hashConfigSchema } from "./accounts.ts";
import type { Part } from "./parts.ts";

/** Increase this number with each change of the format that makes older archives unreadable. */
export const FORMAT = 1;

/** The first entry of an archive. Any other first entry shows at once that a file is no backup. */
export const HEAD_NAME = "logbook-backup.json";
export const headSchema = z.strictObject({ format: z.number() });

/** The last entry of an archive, which lists all its parts. */
export const MANIFEST_NAME = "manifest.json";
export const manifestSchema = z.strictObject({
  project: z.string(),
  /** ISO 8601; documents are as of this moment, accounts and files a little later. */
  takenAt: z.string(),
  hash: hashConfigSchema,
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

export function entryOf({ name, count, bytes }: Part): PartEntry {
  return { name, count, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Matches the names of parts. Files are named by a number, because their own names could lead out of a folder. */
const PART_NAME =
  /^documents\/(?<collection>[\w%~!'()*-][\w%.~!'()*-]*)\/\d{6,}\.ndjson$|^(?<accounts>accounts|passwords)\/\d{6,}\.ndjson$|^files\/\d{6,}(?<metadata>\.json)?$/;

export type Kind = "documents" | "accounts" | "passwords" | "files" | "file-metadata";

/** The kind and collection of a part, from its name; `null` if no part can have the name. */
export function kindOf(name: string): { kind: Kind; collection: string } | null {
  const match = PART_NAME.exec(name);
  if (match === null) return null;
  const { collection, accounts, metadata } = match.groups ?? {};
  if (collection !== undefined) {
    const decoded = decode(collection);
    return decoded === null ? null : { kind: "documents", collection: decoded };
  }
  if (accounts !== undefined) return { kind: accounts as "accounts" | "passwords", collection: "" };
  return { kind: metadata === undefined ? "files" : "file-metadata", collection: "" };
}

function decode(component: string): string | null {
  try {
    return decodeURIComponent(component);
  } catch {
    return null;
  }
}

/** The counts of all parts as text: `24 issues, 59 history, 3 accounts, 9 files`. */
export function countsOf(parts: readonly PartEntry[]): string {
  const counts = new Map<string, number>();
  for (const { name, count } of parts) {
    const parsed = kindOf(name);
    if (parsed === null || parsed.kind === "file-metadata" || parsed.kind === "passwords") continue;
    const label = parsed.kind === "documents" ? parsed.collection : parsed.kind;
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return [...counts].map(([label, count]) => `${count} ${label}`).join(", ") || "nothing";
}
