import { randomBytes } from "node:crypto";
import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";
import { usernamePath } from "./member.ts";

/** Creates an account's secret, which is a part of its password in Firebase Auth (`accountPassword` in the domain). */
export function createSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The account's secret in a username's reservation (reservation.ts); `undefined` if the reservation has none. */
export function secretOf(reservation: Record<string, unknown> | undefined): string | undefined {
  return typeof reservation?.secret === "string" ? reservation.secret : undefined;
}

/** The secret of the account with this username; `undefined` if there is no such account or secret. */
export async function findSecret(username: string): Promise<string | undefined> {
  const path = usernamePath(username);
  if (path === null) return undefined;
  const db = await adminDb();
  return secretOf((await withTimeout(db.doc(path).get())).data());
}
