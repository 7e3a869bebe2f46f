import { createHmac, randomBytes } from "node:crypto";
import { readDocuments, writeDocuments } from "../firestore/admin-documents.ts";
import { encodeFields } from "../firestore/values.ts";
import { create } from "../firestore/writes.ts";
import type { LimitName } from "./table.ts";

const PATH = "limits/key";

let known: Buffer | undefined;

/**
 * The secret that marks are signed with and subjects are hidden by, `null` while Firestore cannot be reached. It is made
 * by whoever first needs it and stays in Firestore, where no client can read it.
 */
export async function limitsKey(): Promise<Buffer | null> {
  known ??= (await readKey()) ?? (await makeKey()) ?? undefined;
  return known ?? null;
}

async function readKey(): Promise<Buffer | null> {
  const read = await readDocuments([PATH]);
  const secret = "documents" in read ? read.documents[0]?.data.secret : undefined;
  return typeof secret === "string" ? Buffer.from(secret, "base64url") : null;
}

async function makeKey(): Promise<Buffer | null> {
  const secret = randomBytes(32).toString("base64url");
  // Refused when another was faster; then theirs holds.
  await writeDocuments([create(PATH, encodeFields({ secret }), [])]);
  return await readKey();
}

/** A name, address or member as a counter's id holds it: nobody who sees the counters learns whose they are. */
export function hidden(limit: LimitName, subject: string, key: Buffer): string {
  return createHmac("sha256", key).update(`${limit} ${subject}`).digest("base64url").slice(0, 24);
}
