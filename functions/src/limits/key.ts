import { createHmac, randomBytes } from "node:crypto";
import { readDocumentsAsAdmin, writeDocumentsAsAdmin } from "../firestore/admin-documents.ts";
import { encodeFields } from "../firestore/values.ts";
import { createDocument } from "../firestore/writes.ts";
import type { LimitName } from "./table.ts";

const KEY_PATH = "limits/key";

let cachedKey: Buffer | undefined;

/**
 * The secret key that signs device cookies and hashes the subjects of counters; `null` while Firestore cannot be
 * reached. The first instance creates the key in Firestore, where no client can read it.
 */
export async function limitsKey(): Promise<Buffer | null> {
  cachedKey ??= (await readKey({ mayCreate: true })) ?? undefined;
  return cachedKey ?? null;
}

async function readKey({ mayCreate }: { mayCreate: boolean }): Promise<Buffer | null> {
  const outcome = await readDocumentsAsAdmin([KEY_PATH]);
  if ("refusal" in outcome) return null;
  const secret = outcome.documents[0]?.data.secret;
  if (typeof secret === "string") return Buffer.from(secret, "base64url");
  if (!mayCreate) return null;
  const fields = encodeFields({ secret: randomBytes(32).toString("base64url") });
  // The write is refused if another instance has created a key meanwhile, so the stored key is read in any case.
  // With `[]` no field gets the server's time.
  await writeDocumentsAsAdmin([createDocument(KEY_PATH, fields, [])]);
  return await readKey({ mayCreate: false });
}

/**
 * The keyed hash of a counter's subject (a name, address, device or member), for the counter's id. Without the key
 * nobody can tell from the id whose counter it is.
 */
export function hashSubject(limit: LimitName, subject: string, key: Buffer): string {
  return createHmac("sha256", key).update(`${limit} ${subject}`).digest("base64url").slice(0, 24);
}
