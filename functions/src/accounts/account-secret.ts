import { randomBytes } from "node:crypto";
import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";
import { usernamePath } from "./member.ts";

/** Creates the secret of an account (`accountPassword` in the domain). */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The account's secret in a stored reservation. */
export function readSecret(data: Record<string, unknown> | undefined): string | undefined {
  return typeof data?.secret === "string" ? data.secret : undefined;
}

/** The secret of the account with this username; `undefined` if it has none. */
export async function secretOf(username: string): Promise<string | undefined> {
  const path = usernamePath(username);
  return path === null ? undefined : readSecret((await withTimeout((await adminDb()).doc(path).get())).data());
}
