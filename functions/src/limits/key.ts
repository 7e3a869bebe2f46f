import { createHmac, randomBytes } from "node:crypto";
import { readDocumentsAsAdmin, writeDocumentsAsAdmin } from "../firestore/admin-documents.ts";
import { encodeFields } from "../firestore/values.ts";
import { createDocument } from "../firestore/writes.ts";
import type { LimitName } from "./table.ts";

const PATH = "limits/key";

let cachedKey: Buffer | undefined;

/**
 * The secret that signs device cookies and hashes subjects, `null` while Firestore cannot be reached. The first
 * instance creates it in Firestore, where no client can read it.
 */
export async function limitsKey(): Promise<Buffer | null> {
  cachedKey ??= (await readKey()) ?? undefined;
  return cachedKey ?? null;
}

async function readKey(mayCreate = true): Promise<Buffer | null> {
  const read = await readDocumentsAsAdmin([PATH]);
  if ("refusal" in read) return null;
  const secret = read.documents[0]?.data.secret;
  if (typeof secret === "string") return Buffer.from(secret, "base64url");
  if (!mayCreate) return null;
  const created = encodeFields({ secret: randomBytes(32).toString("base64url") });
  // The write is refused if another instance has created a key meanwhile, so the stored key is read in any case.
  await writeDocumentsAsAdmin([createDocument(PATH, created, [])]);
  return await readKey(false);
}

/**
 * The keyed hash of a name, address, device or member for a counter's id. Without the key nobody can tell from the id
 * whose counter it is.
 */
export function hashSubject(limit: LimitName, subject: string, key: Buffer): string {
  return createHmac("sha256", key).update(`${limit} ${subject}`).digest("base64url").slice(0, 24);
}
