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
import { newSecret } from "./account-secret.ts";
import { countRegistration, rememberDevice } from "./count-attempts.ts";
import { toUser, usernamePath } from "./member.ts";
import { type FreeReservation, findFree, lookalikePaths, readHolder, reserve } from "./reservation.ts";
import { createSessionToken } from "./session-token.ts";

const TAKEN = failure("username-taken", MESSAGES.usernameTaken);
const LOOKS_LIKE_TAKEN = failure("username-taken", "This username looks like another member's. Please choose another.");
// `validSince` is a minute before the registration: clocks differ a little, and the first token must not look too old.
const CLOCK_SKEW_MS = 60_000;
const ALREADY_EXISTS = 6;

/** The free reservations of a name and of its look-alikes. */
interface FreeName {
  name: FreeReservation;
  lookAlikes: FreeReservation[];
}

/**
 * Creates an account, the reservations of the username, and a member. The account's e-mail address is random, so nobody
 * can take a name through Auth directly. Reservations and member are written in one batch. If another registration took
 * the name, the account is deleted again. After any other failure the account stays until a daily job deletes it.
 */
export async function register(
  { username, password }: { username: string; password: string },
  { client }: Pick<RawRequest, "client">,
): Promise<ApiResponse | Failure> {
  const nameProblem = usernameProblem(username);
  if (nameProblem !== null) return failure("bad-username", nameProblem);
  const checked = passwordSchema.safeParse(password);
  if (!checked.success) return failure("weak-password", checked.error.issues[0]!.message);
  const tooMany = await countRegistration(username, client);
  if (tooMany !== null) return tooMany;

  const db = await adminDb();
  const free = await findFreeName(db, username);
  if (isFailure(free)) return free;
  await ensureBoard(db);

  const auth = await adminAuth();
  const secret = newSecret();
  const { uid } = await auth.createUser({
    email: accountEmail(randomUUID()),
    password: accountPassword(secret, password),
  });
  const now = Date.now();
  try {
    await createMember(db, free, { uid, username, secret, now });
  } catch (error) {
    const conflict = await findConflict(db, free, uid, error);
    if (conflict !== null) {
      await auth.deleteUser(uid).catch(() => logger.error("an account without a member could not be deleted"));
      return conflict;
    }
  }
  const token = await createSessionToken(auth, uid, now);
  return created({ user: toUser(uid, { username, isAdmin: false }), token }, await rememberDevice(uid, null));
}

async function findFreeName(db: Firestore, username: string): Promise<FreeName | Failure> {
  const path = usernamePath(username);
  if (path === null) return TAKEN;
  const paths = [path, ...lookalikePaths(username)];
  const [name, ...lookAlikes] = await withTimeout(Promise.all(paths.map((each) => findFree(db, each))));
  if (!name) return TAKEN;
  return lookAlikes.every((lookAlike) => lookAlike !== null) ? { name, lookAlikes } : LOOKS_LIKE_TAKEN;
}

async function createMember(
  db: Firestore,
  { name, lookAlikes }: FreeName,
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
 * The failure if the batch failed because another registration took the name or a look-alike; `null` if the batch was
 * committed and only its response was lost. Otherwise throws the error again.
 */
async function findConflict(
  db: Firestore,
  { name, lookAlikes }: FreeName,
  uid: string,
  error: unknown,
): Promise<Failure | null> {
  const reservations = [name, ...lookAlikes];
  const holders = await withTimeout(Promise.all(reservations.map(({ path }) => readHolder(db, path))));
  if (holders[0] === uid) return null;
  // A leftover that still has the same uid has not been taken over, so it is free.
  const isTaken = holders.map(
    (holder, index) => holder !== null && holder !== reservations[index]?.leftover?.get("uid"),
  );
  if (!isTaken.includes(true)) throw error;
  return isTaken[0] ? TAKEN : LOOKS_LIKE_TAKEN;
}

/** Creates `boards/main` if it is missing: without it the rules allow no report. */
async function ensureBoard(db: Firestore): Promise<void> {
  const board = db.doc("boards/main");
  if ((await withTimeout(board.get())).exists) return;
  try {
    await board.create({ revision: 0, changedAt: new Date(), issueId: "" });
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}
