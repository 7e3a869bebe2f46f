import { randomBytes, randomUUID } from "node:crypto";
import {
  accountEmail,
  accountPassword,
  type Failure,
  foldUsername,
  MESSAGES,
  passwordSchema,
  usernameProblem,
} from "@logbook/domain";
import type { Firestore } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import type { ClientAddress } from "../http/client-address.ts";
import { type ApiResponse, created, failure, isFailure } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
import { countAttempt, countersOf } from "../limits/counters.ts";
import { rememberDevice } from "./device-cookie.ts";
import { toUser, usernamePath } from "./member.ts";
import { type FreeReservation, findFreeReservation, lookalikePaths, readReservation, reserve } from "./reservation.ts";
import { createSessionToken } from "./tokens.ts";

const NAME_TAKEN = failure("username-taken", MESSAGES.usernameTaken);
const LOOK_ALIKE_TAKEN = failure("username-taken", "This username looks like another member's. Please choose another.");
// `validSince` is a minute before the registration: clocks differ a little, and the first token must not look too old.
const CLOCK_SKEW_MS = 60_000;
const GRPC_ALREADY_EXISTS = 6;

/**
 * Creates an account, the reservations of the username, and a member. The account's e-mail address is random, so nobody
 * can take a name through Auth's own API. If another registration took the name, the account is deleted again. After
 * any other failure a daily job deletes the account (orphans.ts).
 */
export async function register(
  { username, password }: { username: string; password: string },
  { address, hop }: ClientAddress,
): Promise<ApiResponse | Failure> {
  const nameProblem = usernameProblem(username);
  if (nameProblem !== null) return failure("bad-username", nameProblem);
  const parsedPassword = passwordSchema.safeParse(password);
  if (!parsedPassword.success) return failure("weak-password", parsedPassword.error.issues[0]!.message);
  const counters = await countersOf([
    ["registerAddress", address],
    ["registerHop", hop],
    ["registerName", foldUsername(username)],
  ]);
  const limitFailure = await countAttempt(counters);
  if (limitFailure !== null) return limitFailure;

  const db = await adminDb();
  const reservations = await findFreeReservations(db, username);
  if (isFailure(reservations)) return reservations;
  await ensureBoard(db);

  const auth = await adminAuth();
  const secret = randomBytes(24).toString("base64url");
  const { uid } = await auth.createUser({
    email: accountEmail(randomUUID()),
    password: accountPassword(secret, password),
  });
  const now = Date.now();
  try {
    await createMember(db, reservations, { uid, username, secret, now });
  } catch (error) {
    // Without a conflict the batch was committed, and only its response was lost.
    const conflict = await findConflict(db, reservations, uid, error);
    if (conflict !== null) {
      await auth.deleteUser(uid).catch(() => logger.error("an account without a member could not be deleted"));
      return conflict;
    }
  }
  const token = await createSessionToken(auth, uid, now);
  // `null`: the browser becomes a new known device, also if it was a known device of another member.
  return created({ user: toUser(uid, { username, isAdmin: false }), token }, await rememberDevice(uid, null));
}

/** The free reservations that a new member needs: first for the name, then for its look-alikes (reservation.ts). */
async function findFreeReservations(db: Firestore, username: string): Promise<FreeReservation[] | Failure> {
  // A name that Firestore does not allow as an id counts as taken, so that the user chooses another one.
  const namePath = usernamePath(username);
  if (namePath === null) return NAME_TAKEN;
  const paths = [namePath, ...lookalikePaths(username)];
  const reservations = await withTimeout(Promise.all(paths.map((path) => findFreeReservation(db, path))));
  if (reservations[0] === null) return NAME_TAKEN;
  const freeReservations = reservations.filter((reservation) => reservation !== null);
  return freeReservations.length === paths.length ? freeReservations : LOOK_ALIKE_TAKEN;
}

async function createMember(
  db: Firestore,
  [name, ...lookAlikes]: readonly FreeReservation[],
  { uid, username, secret, now }: { uid: string; username: string; secret: string; now: number },
): Promise<void> {
  const batch = db.batch();
  reserve(db, batch, name!, { uid, secret });
  for (const lookAlike of lookAlikes) reserve(db, batch, lookAlike, { uid });
  batch.create(db.doc(`members/${uid}`), {
    username,
    isAdmin: false,
    disabled: false,
    validSince: new Date(now - CLOCK_SKEW_MS),
    createdAt: new Date(now),
  });
  await batch.commit();
}

/** The failure if another registration was first; `null` if the batch was committed. Otherwise throws `error` again. */
async function findConflict(
  db: Firestore,
  reservations: readonly FreeReservation[],
  uid: string,
  error: unknown,
): Promise<Failure | null> {
  const stored = await Promise.all(reservations.map(({ path }) => readReservation(db, path)));
  if (stored[0]?.uid === uid) return null;
  // The holder of a `leftover` reservation is a deleted member, unless somebody has taken the reservation over.
  const isTaken = reservations.map(({ leftover }, index) => {
    const holder = stored[index]?.uid;
    return holder !== undefined && holder !== leftover?.get("uid");
  });
  if (!isTaken.includes(true)) throw error;
  return isTaken[0] ? NAME_TAKEN : LOOK_ALIKE_TAKEN;
}

/** Creates `boards/main` if it is missing: without it the rules allow no report. */
async function ensureBoard(db: Firestore): Promise<void> {
  const board = db.doc("boards/main");
  if ((await withTimeout(board.get())).exists) return;
  try {
    await board.create({ revision: 0, changedAt: new Date(), issueId: "" });
  } catch (error) {
    if ((error as { code?: unknown }).code !== GRPC_ALREADY_EXISTS) throw error;
  }
}
