import { randomBytes } from "node:crypto";
import { adminDb } from "../firestore/admin.ts";
import { within } from "../http/timeout.ts";
import { usernamePath } from "./member.ts";

/** A new secret of an account (`accountPassword`). */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The secret of a stored reservation; `undefined` where the account has none. */
export function readSecret(data: Record<string, unknown> | undefined): string | undefined {
  return typeof data?.secret === "string" ? data.secret : undefined;
}

/** The secret of the account that has this name. */
export async function secretOf(username: string): Promise<string | undefined> {
  return readSecret((await within(10_000, (await reservation(username)).get())).data());
}

/** Gives the account that has this name a secret, for the password that it is about to get. */
export async function giveSecret(username: string): Promise<string> {
  const secret = newSecret();
  await within(10_000, (await reservation(username)).update({ secret }));
  return secret;
}

async function reservation(username: string) {
  const path = usernamePath(username);
  if (path === null) throw new Error("A member's name has no reservation.");
  return (await adminDb()).doc(path);
}
