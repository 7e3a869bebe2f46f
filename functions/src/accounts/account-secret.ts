import { randomBytes } from "node:crypto";
import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";
import { usernamePath } from "./member.ts";

/** Creates the secret of an account (`accountPassword` in the domain). */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The account's secret in a stored reservation; `undefined` if it has none. */
export function readSecret(data: Record<string, unknown> | undefined): string | undefined {
  return typeof data?.secret === "string" ? data.secret : undefined;
}

/** The secret of the account with this username. */
export async function secretOf(username: string): Promise<string | undefined> {
  return readSecret((await withTimeout((await reservation(username)).get())).data());
}

/** Creates and stores a secret for the account with this username, before its password is changed. */
export async function storeNewSecret(username: string): Promise<string> {
  const secret = newSecret();
  await withTimeout((await reservation(username)).update({ secret }));
  return secret;
}

async function reservation(username: string) {
  const path = usernamePath(username);
  if (path === null) throw new Error("A member's name has no reservation.");
  return (await adminDb()).doc(path);
}
