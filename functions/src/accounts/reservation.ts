import { createHash } from "node:crypto";
import { usernameSkeletons } from "@logbook/domain";
import type { DocumentSnapshot, Firestore, WriteBatch } from "firebase-admin/firestore";

/*
 * The reservations of a name and of its look-alikes are written in one batch with the member. So a reservation without
 * a member is always the leftover of a deleted member, and a new member may take it over.
 */

/** A reservation that may be made. Its document does not exist yet, or is a `leftover`. */
export interface FreeReservation {
  path: string;
  leftover: DocumentSnapshot | null;
}

/** The fields of a reservation. Only a name's reservation has the account's secret (see `accountPassword`). */
export interface Reservation {
  uid: string;
  secret?: string;
}

/** The paths of the reservations of a name's look-alikes. */
export function lookalikePaths(username: string): string[] {
  return usernameSkeletons(username).map(
    (skeleton) => `lookalikes/${createHash("sha256").update(skeleton).digest("base64url")}`,
  );
}

/** The reservation of this path if it is free; `null` if it belongs to a member. */
export async function findFree(db: Firestore, path: string): Promise<FreeReservation | null> {
  const found = await db.doc(path).get();
  if (!found.exists) return { path, leftover: null };
  const uid: unknown = found.get("uid");
  const isTaken = typeof uid === "string" && uid !== "" && (await db.doc(`members/${uid}`).get()).exists;
  return isTaken ? null : { path, leftover: found };
}

/** Adds a reservation to a batch. The batch fails if somebody else has made this reservation in the meantime. */
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

/** The uid that a reservation holds, or `null` if there is no reservation. */
export async function readHolder(db: Firestore, path: string): Promise<string | null> {
  const uid: unknown = (await db.doc(path).get()).get("uid");
  return typeof uid === "string" ? uid : null;
}
