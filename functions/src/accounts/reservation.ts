import type { DocumentSnapshot, Firestore, WriteBatch } from "firebase-admin/firestore";

/*
 * A reservation and its member are one atomic write, so one without the other is left over, however young it is: from a
 * member document that was removed. Its name may be taken over.
 */

/** A name that may be reserved: never yet, or left over as it was seen. */
export type FreeName = { leftOver: null } | { leftOver: DocumentSnapshot };

/** Whether a name's reservation is free, or `null` when a member has it. */
export async function findFree(db: Firestore, path: string): Promise<FreeName | null> {
  const found = await db.doc(path).get();
  if (!found.exists) return { leftOver: null };
  const uid: unknown = found.get("uid");
  const held = typeof uid === "string" && uid !== "" && (await db.doc(`members/${uid}`).get()).exists;
  return held ? null : { leftOver: found };
}

/** What a reservation holds. */
export interface Holder {
  uid: string;
  /** Of the account (`accountPassword`). */
  secret: string;
}

/** Reserves a free name in a batch, which fails when somebody else was faster. */
export function reserve(db: Firestore, batch: WriteBatch, path: string, { leftOver }: FreeName, holder: Holder): void {
  const ref = db.doc(path);
  if (leftOver === null) batch.create(ref, holder);
  else batch.update(ref, { ...holder }, { lastUpdateTime: leftOver.updateTime! });
}

/** The uid that a name is reserved for, or `null` when it is not. */
export async function holderOf(db: Firestore, path: string): Promise<string | null> {
  const uid: unknown = (await db.doc(path).get()).get("uid");
  return typeof uid === "string" ? uid : null;
}
