import { createHash } from "node:crypto";
import { usernameSkeletons } from "@logbook/domain";
import type { DocumentSnapshot, Firestore, WriteBatch } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";
import { usernamePath } from "./member.ts";

/*
 * A reservation is a document that gives a username to one account. It is in `usernames`, or in `lookalikes` for the
 * names that people could confuse with the username. All reservations of a member are written in one batch with
 * the member document. So a reservation without a member is the leftover of a deleted member, and is free again.
 */

/** A reservation that a new member may make: its document does not exist, or is the `leftover` of a deleted member. */
export interface FreeReservation {
  path: string;
  leftover: DocumentSnapshot | null;
}

/** The fields of a reservation. `secret` is a part of the account's password at Auth; only `usernames` has it. */
export interface Reservation {
  uid: string;
  secret?: string;
}

/** Parses a stored reservation; its fields are missing if there is none. */
export function parseReservation(data: Readonly<Record<string, unknown>> = {}): Partial<Reservation> {
  const { uid, secret } = data;
  return { ...(typeof uid === "string" && { uid }), ...(typeof secret === "string" && { secret }) };
}

/** The secret of the account with this username; `undefined` if there is no such account or secret. */
export async function findSecret(username: string): Promise<string | undefined> {
  const path = usernamePath(username);
  return path === null ? undefined : (await readReservation(await adminDb(), path)).secret;
}

export async function readReservation(db: Firestore, path: string): Promise<Partial<Reservation>> {
  return parseReservation((await withTimeout(db.doc(path).get())).data());
}

/** The paths of the reservations for a username's look-alikes. All names that look alike share a skeleton. */
export function lookalikePaths(username: string): string[] {
  return usernameSkeletons(username).map(
    (skeleton) => `lookalikes/${createHash("sha256").update(skeleton).digest("base64url")}`,
  );
}

/** The reservation of this path if it is free; `null` if it belongs to a member. */
export async function findFreeReservation(db: Firestore, path: string): Promise<FreeReservation | null> {
  const document = await db.doc(path).get();
  if (!document.exists) return { path, leftover: null };
  const { uid } = parseReservation(document.data());
  const isTaken = uid && (await db.doc(`members/${uid}`).get()).exists;
  return isTaken ? null : { path, leftover: document };
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
  // `lastUpdateTime` is a condition: the leftover must not have changed since it was read.
  else batch.update(ref, { ...reservation }, { lastUpdateTime: leftover.updateTime! });
}
