import { randomBytes } from "node:crypto";
import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";
import { usernamePath } from "./member.ts";

/** Creates the secret that is a part of an account's password at Auth (`accountPassword` in the domain). */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The account's secret from the fields of a username's reservation (`usernames/{folded}`). */
export function readSecret(data: Record<string, unknown> | undefined): string | undefined {
  return typeof data?.secret === "string" ? data.secret : undefined;
}

/** The secret of the account with this username; `undefined` if it has none. */
export async function findSecret(username: string): Promise<string | undefined> {
  const path = usernamePath(username);
  if (path === null) return undefined;
  const db = await adminDb();
  return readSecret((await withTimeout(db.doc(path).get())).data());
}
