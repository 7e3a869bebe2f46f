import { createHash } from "node:crypto";
import { lookAlikes } from "@logbook/domain";
import type { DocumentSnapshot, Firestore, WriteBatch } from "firebase-admin/firestore";

/*
 * A name's reservation, those of what it looks like, and its member are one atomic write, so one without the others is left
 * over, however young it is: from a member document that was removed. It may be taken over.
 */

/** A document that may be reserved: never yet, or left over as it was seen. */
export interface Free {
  path: string;
  leftOver: DocumentSnapshot | null;
}

/** What a reservation holds. */
export interface Holder {
  uid: string;
  /** Of the account (`accountPassword`); with a name alone. */
  secret?: string;
  /** Whether what the name looks like is reserved too, as it was not before; with a name alone. */
  hasLooks?: true;
}

/** The paths under which it is reserved what a name looks like. */
export function looksPaths(username: string): string[] {
  return lookAlikes(username).map((look) => `lookalikes/${createHash("sha256").update(look).digest("base64url")}`);
}

/** Whether a reservation is free, or `null` when a member has it. */
export async function findFree(db: Firestore, path: string): Promise<Free | null> {
  const found = await db.doc(path).get();
  if (!found.exists) return { path, leftOver: null };
  const uid: unknown = found.get("uid");
  const held = typeof uid === "string" && uid !== "" && (await db.doc(`members/${uid}`).get()).exists;
  return held ? null : { path, leftOver: found };
}

/** Reserves what is free in a batch, which fails when somebody else was faster. */
export function reserve(db: Firestore, batch: WriteBatch, { path, leftOver }: Free, holder: Holder): void {
  const ref = db.doc(path);
  if (leftOver === null) batch.create(ref, holder);
  else batch.update(ref, { ...holder }, { lastUpdateTime: leftOver.updateTime! });
}

/** The uid that holds a reservation, or `null` when nobody does. */
export async function holderOf(db: Firestore, path: string): Promise<string | null> {
  const uid: unknown = (await db.doc(path).get()).get("uid");
  return typeof uid === "string" ? uid : null;
}
