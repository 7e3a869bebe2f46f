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
import { type Answer, created, failure } from "../http/answer.ts";
import type { RawRequest } from "../http/request.ts";
import { within } from "../http/timeout.ts";
import { newSecret } from "./account-secret.ts";
import { countRegistration, markDevice } from "./count-attempts.ts";
import { toUser, usernamePath } from "./member.ts";
import { findFree, holderOf, looksPaths, reserve } from "./reservation.ts";
import { sessionToken } from "./session-token.ts";

const TAKEN = failure("username-taken", MESSAGES.usernameTaken);
const LOOKS_TAKEN = failure("username-taken", "This username looks like another member's. Please choose another.");
// The first token must not look older than the registration when clocks differ a little.
const CLOCK_SKEW_MS = 60_000;
const ALREADY_EXISTS = 6;

/**
 * Makes an account, a username reservation and a member. The account's address is random, so nobody can take a name
 * through Auth itself; reservations and member are one atomic write, and the account goes again when the name is lost.
 */
export async function register(
  { username, password }: { username: string; password: string },
  { origin }: Pick<RawRequest, "origin">,
): Promise<Answer | Failure> {
  const nameProblem = usernameProblem(username);
  if (nameProblem !== null) return failure("bad-username", nameProblem);
  const checked = passwordSchema.safeParse(password);
  if (!checked.success) return failure("weak-password", checked.error.issues[0]!.message);
  const refused = await countRegistration(username, origin);
  if (refused !== null) return refused;

  const db = await adminDb();
  const path = usernamePath(username);
  if (path === null) return TAKEN;
  const [name, ...looks] = await within(
    10_000,
    Promise.all([path, ...looksPaths(username)].map((one) => findFree(db, one))),
  );
  if (!name) return TAKEN;
  if (!looks.every((look) => look !== null)) return LOOKS_TAKEN;
  await ensureBoard(db);

  const auth = await adminAuth();
  const secret = newSecret();
  const { uid } = await auth.createUser({
    email: accountEmail(randomUUID()),
    password: accountPassword(secret, password),
  });
  const now = Date.now();
  const batch = db.batch();
  reserve(db, batch, name, { uid, secret, hasLooks: true });
  for (const look of looks) reserve(db, batch, look, { uid });
  batch.create(db.doc(`members/${uid}`), {
    username,
    isAdmin: false,
    disabled: false,
    validSince: new Date(now - CLOCK_SKEW_MS),
    createdAt: new Date(now),
  });
  try {
    await batch.commit();
  } catch (error) {
    // A lost answer looks like a failure, too, and the client's second try like somebody else's registration. Where nobody
    // can tell, the account stays: with its member it is good, without one the daily job removes it.
    const [holder, ...others] = await within(
      10_000,
      Promise.all([name, ...looks].map((free) => holderOf(db, free.path))),
    );
    if (holder !== uid) {
      const isLost = [holder, ...others].some((other) => other !== null);
      if (!isLost) throw error;
      await auth.deleteUser(uid).catch(() => logger.error("an account without a member could not be deleted"));
      return holder === null ? LOOKS_TAKEN : TAKEN;
    }
  }
  const token = await sessionToken(auth, uid, now);
  return created({ user: toUser(uid, { username, isAdmin: false }), token }, await markDevice(uid, null));
}

/** Makes `boards/main` when it is missing: the rules let no report be written without it. */
async function ensureBoard(db: Firestore): Promise<void> {
  const board = db.doc("boards/main");
  if ((await within(10_000, board.get())).exists) return;
  try {
    await board.create({ revision: 0, changedAt: new Date(), issueId: "" });
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}
