import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { LIMITS } from "@logbook/domain";
import { isUid, type StoredDocument } from "../firestore/documents.ts";
import { encodeFields } from "../firestore/values.ts";
import { deleteDocument, setDocument, type Write } from "../firestore/writes.ts";

// A member has at most one reset link, so a new one replaces the old one. Only its hash is stored.

export const resetLinkPath = (uid: string): string => `resetLinks/${uid}`;

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Makes a link for a member: its token, when it ends, and the write that stores it. `by` is the admin's uid. */
export function createResetLink(
  uid: string,
  by: string,
  now: number,
): { token: string; expiresAt: Date; write: Write } {
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now + LIMITS.resetLinkMinutes * 60_000);
  const fields = encodeFields({ hash: hashOf(secret).toString("base64url"), by, expiresAt });
  return { token: `${uid}.${secret}`, expiresAt, write: setDocument(resetLinkPath(uid), fields) };
}

/** Makes a member's link useless, if there is one. */
export const removeResetLink = (uid: string): Write => deleteDocument(resetLinkPath(uid));

/** The two parts of a token; `null` if it is malformed. */
export function parseResetToken(token: string): { uid: string; secret: string } | null {
  const [uid, secret, ...rest] = token.split(".");
  return isUid(uid) && secret !== undefined && rest.length === 0 ? { uid, secret } : null;
}

/** The uid of the admin who made this link; `null` unless the secret opens it at the time `now` (milliseconds). */
export function openResetLink(link: StoredDocument | null, secret: string, now: number): string | null {
  const { hash, by, expiresAt } = link?.data ?? {};
  if (typeof hash !== "string" || typeof by !== "string" || !isUid(by)) return null;
  const storedHash = Buffer.from(hash, "base64url");
  const typedHash = hashOf(secret);
  const isRight = storedHash.length === typedHash.length && timingSafeEqual(storedHash, typedHash);
  return isRight && expiresAt instanceof Date && now < expiresAt.getTime() ? by : null;
}
