import { createHash } from "node:crypto";
import { isPlainText, usernameIds, usernameSkeletons } from "@logbook/domain";
import { orThrow, readDocuments, type StoredDocument } from "../firestore/documents.ts";

/*
 * A reservation is a document that gives a username to one account. It is in `usernames`, or in `lookalikes` for the
 * names that people could confuse with the username. All reservations of a member are written in one batch with the
 * member document. The job `orphans` frees the names of deleted members.
 */

/** The fields of a reservation. `secret` is a part of the account's password at Auth; only `usernames` has it. */
export interface Reservation {
  uid: string;
  secret: string;
}

/** Parses a stored reservation; its fields are missing if there is none. */
export function parseReservation(data: Readonly<Record<string, unknown>> = {}): Partial<Reservation> {
  const { uid, secret } = data;
  return { ...(typeof uid === "string" && { uid }), ...(typeof secret === "string" && { secret }) };
}

/**
 * The paths at which a username may be reserved (`usernameIds`); none if Firestore does not allow the folded name as an
 * id. A new reservation is at the last path. Names of earlier versions keep the first one.
 */
export function usernamePaths(username: string): string[] {
  const ids = usernameIds(username);
  return ids.every(isValidId) ? ids.map((id) => `usernames/${id}`) : [];
}

function isValidId(id: string): boolean {
  // Firestore forbids ids with a slash, the ids `.` and `..`, ids like `__name__`, and ids of more than 1,500 bytes.
  const isAllowed = id !== "" && !/\/|^\.{1,2}$|^__.*__$/.test(id) && Buffer.byteLength(id) <= 1500;
  return isAllowed && isPlainText(id);
}

/** The secret of this member's account; `undefined` if the name has no reservation or secret. */
export async function findSecret({ uid, username }: { uid: string; username: string }): Promise<string | undefined> {
  const reservations = await readReservations(usernamePaths(username));
  // Before folding, another member may have had the other name.
  return reservations.find((reservation) => reservation.uid === uid)?.secret;
}

/** The paths of a username's look-alike reservations, one for each skeleton. Names that look alike share a skeleton. */
export function lookalikePaths(username: string): string[] {
  return usernameSkeletons(username).map(
    (skeleton) => `lookalikes/${createHash("sha256").update(skeleton).digest("base64url")}`,
  );
}

/** For each path, whether the name is reserved, and for which account. */
export async function readReservations(
  paths: readonly string[],
): Promise<({ isReserved: boolean } & Partial<Reservation>)[]> {
  if (paths.length === 0) return [];
  const { documents } = orThrow(await readDocuments(paths));
  return documents.map(toReservation);
}

/** Whether the name of this document is reserved, and for which account. */
export function toReservation(document: StoredDocument | null): { isReserved: boolean } & Partial<Reservation> {
  return { isReserved: document !== null, ...parseReservation(document?.data) };
}
