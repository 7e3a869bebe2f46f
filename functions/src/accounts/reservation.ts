import { createHash } from "node:crypto";
import { foldUsername, isPlainText, usernameSkeletons } from "@logbook/domain";
import { orThrow, readDocument, readDocuments } from "../firestore/documents.ts";

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

/** The path of a username's reservation, or `null` if the folded name is not allowed as an id. */
export function usernamePath(username: string): string | null {
  const id = foldUsername(username);
  // Firestore forbids ids with a slash, the ids `.` and `..`, ids like `__name__`, and ids of more than 1,500 bytes.
  const isValidId = id !== "" && !/\/|^\.{1,2}$|^__.*__$/.test(id) && Buffer.byteLength(id) <= 1500;
  return isValidId && isPlainText(id) ? `usernames/${id}` : null;
}

/** The secret of the account with this username; `undefined` if there is no such account or secret. */
export async function findSecret(username: string): Promise<string | undefined> {
  const path = usernamePath(username);
  if (path === null) return undefined;
  return parseReservation((await readDocument(path))?.data).secret;
}

/** The paths of a username's look-alike reservations, one for each skeleton. Names that look alike share a skeleton. */
export function lookalikePaths(username: string): string[] {
  return usernameSkeletons(username).map(
    (skeleton) => `lookalikes/${createHash("sha256").update(skeleton).digest("base64url")}`,
  );
}

/** For each path, whether the name is reserved, and by which account. */
export async function readReservations(paths: readonly string[]): Promise<{ isReserved: boolean; uid?: string }[]> {
  const { documents } = orThrow(await readDocuments(paths));
  return documents.map((document) => ({ isReserved: document !== null, ...parseReservation(document?.data) }));
}
