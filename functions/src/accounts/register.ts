import { randomUUID } from "node:crypto";
import {
  accountEmail,
  accountPassword,
  type Failure,
  MESSAGES,
  passwordSchema,
  usernameProblem,
} from "@logbook/domain";
import type { Firestore } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import type { RawRequest } from "../http/request.ts";
import { type ApiResponse, created, failure, isFailure } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
import { createSecret } from "./account-secret.ts";
import { countRegistration, rememberDevice } from "./count-attempts.ts";
import { toUser, usernamePath } from "./member.ts";
import { type FreeReservation, findFreeReservation, lookalikePaths, readHolder, reserve } from "./reservation.ts";
import { createSessionToken } from "./session-token.ts";

const NAME_TAKEN = failure("username-taken", MESSAGES.usernameTaken);
const LOOK_ALIKE_TAKEN = failure("username-taken", "This username looks like another member's. Please choose another.");
// `validSince` is a minute before the registration: clocks differ a little, and the first token must not look too old.
const CLOCK_SKEW_MS = 60_000;
const GRPC_ALREADY_EXISTS = 6;

/** The free reservations that a new member needs: for the name, and for its look-alikes (reservation.ts). */
interface FreeReservations {
  name: FreeReservation;
  lookAlikes: FreeReservation[];
}

/**
 * Creates an account, the reservations of the username, and a member. The account's e-mail address is random, so nobody
 * can take a name through Auth's own API. Reservations and member are written in one batch. If another registration
 * took the name, the account is deleted again. After any other failure a daily job deletes the account (orphans.ts).
 */
export async function register(
  { username, password }: { username: string; password: string },
  { client }: Pick<RawRequest, "client">,
): Promise<ApiResponse | Failure> {
  const nameProblem = usernameProblem(username);
  if (nameProblem !== null) return failure("bad-username", nameProblem);
  const parsedPassword = passwordSchema.safeParse(password);
  if (!parsedPassword.success) return failure("weak-password", parsedPassword.error.issues[0]!.message);
  const limitFailure = await countRegistration(username, client);
  if (limitFailure !== null) return limitFailure;

  const db = await adminDb();
  const freeReservations = await findFreeReservations(db, username);
  if (isFailure(freeReservations)) return freeReservations;
  await ensureBoard(db);

  const auth = await adminAuth();
  const secret = createSecret();
  const { uid } = await auth.createUser({
    email: accountEmail(randomUUID()),
    password: accountPassword(secret, password),
  });
  const now = Date.now();
  try {
    await createMember(db, freeReservations, { uid, username, secret, now });
  } catch (error) {
    // Without a conflict the batch was committed, and only its response was lost: findConflict() throws other errors.
    const conflict = await findConflict(db, freeReservations, uid, error);
    if (conflict !== null) {
      await auth.deleteUser(uid).catch(() => logger.error("an account without a member could not be deleted"));
      return conflict;
    }
  }
  const token = await createSessionToken(auth, uid, now);
  // `null`: the browser becomes a new known device, also if it was a known device of another member.
  return created({ user: toUser(uid, { username, isAdmin: false }), token }, await rememberDevice(uid, null));
}

async function findFreeReservations(db: Firestore, username: string): Promise<FreeReservations | Failure> {
  // A name that Firestore does not allow as an id counts as taken, so that the user chooses another one.
  const namePath = usernamePath(username);
  if (namePath === null) return NAME_TAKEN;
  const paths = [namePath, ...lookalikePaths(username)];
  const [name, ...lookAlikes] = await withTimeout(Promise.all(paths.map((path) => findFreeReservation(db, path))));
  if (!name) return NAME_TAKEN;
  return lookAlikes.every((lookAlike) => lookAlike !== null) ? { name, lookAlikes } : LOOK_ALIKE_TAKEN;
}

async function createMember(
  db: Firestore,
  { name, lookAlikes }: FreeReservations,
  { uid, username, secret, now }: { uid: string; username: string; secret: string; now: number },
): Promise<void> {
  const batch = db.batch();
  reserve(db, batch, name, { uid, secret });
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

/**
 * The failure if another registration took the name or a look-alike before the batch was committed; `null` if the batch
 * was committed and only its response was lost. Otherwise throws the error again.
 */
async function findConflict(
  db: Firestore,
  { name, lookAlikes }: FreeReservations,
  uid: string,
  error: unknown,
): Promise<Failure | null> {
  const reservations = [name, ...lookAlikes];
  const holders = await withTimeout(Promise.all(reservations.map(({ path }) => readHolder(db, path))));
  if (holders[0] === uid) return null;
  // The holder of a `leftover` reservation is a deleted member, unless somebody has taken the reservation over.
  const takenReservations = reservations.filter(({ leftover }, index) => {
    const holder = holders[index];
    return holder !== null && holder !== leftover?.get("uid");
  });
  if (takenReservations.length === 0) throw error;
  return takenReservations.includes(name) ? NAME_TAKEN : LOOK_ALIKE_TAKEN;
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
