import { createHash } from "node:crypto";
import { usernameSkeletons } from "@logbook/domain";
import type { DocumentSnapshot, Firestore, WriteBatch } from "firebase-admin/firestore";

/*
 * A name's reservation, those of its look-alikes and the member are written in one batch. So a reservation without a
 * member is a leftover of a deleted member, however recent, and may be taken over.
 */

/** A reservation that may be made: no document yet, or the leftover that was read. */
export interface FreeReservation {
  path: string;
  leftover: DocumentSnapshot | null;
}

/** The fields of a reservation; that of a name has the account's secret (`accountPassword` in the domain). */
export interface Reservation {
  uid: string;
  secret?: string;
}

/** The paths of the reservations of a name's look-alikes. */
export function lookalikePaths(username: string): string[] {
  return usernameSkeletons(username).map(
    (look) => `lookalikes/${createHash("sha256").update(look).digest("base64url")}`,
  );
}

/** The reservation of this path if it is free; `null` if it is a member's. */
export async function findFree(db: Firestore, path: string): Promise<FreeReservation | null> {
  const found = await db.doc(path).get();
  if (!found.exists) return { path, leftover: null };
  const uid: unknown = found.get("uid");
  const isTaken = typeof uid === "string" && uid !== "" && (await db.doc(`members/${uid}`).get()).exists;
  return isTaken ? null : { path, leftover: found };
}

/** Adds a reservation to a batch, which fails if it has been made in the meantime. */
export function reserve(
  db: Firestore,
  batch: WriteBatch,
  { path, leftover }: FreeReservation,
  reservation: Reservation,
): void {
  const ref = db.doc(path);
  if (leftover === null) batch.create(ref, reservation);
  else batch.update(ref, { ...reservation }, { lastUpdateTime: leftover.updateTime! });
}

/** The uid of a reservation, or `null` if there is none. */
export async function holderOf(db: Firestore, path: string): Promise<string | null> {
  const uid: unknown = (await db.doc(path).get()).get("uid");
  return typeof uid === "string" ? uid : null;
}
