import { randomUUID } from "node:crypto";
import { type Failure, MESSAGES, passwordSchema, usernameProblem } from "@logbook/domain";
import type { Firestore } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminAuth, adminDb } from "../admin.ts";
import { type Answer, created, failure } from "../api/answer.ts";
import { within } from "../within.ts";
import { toUser, usernamePath } from "./member.ts";

const TAKEN = failure("username-taken", MESSAGES.usernameTaken);
// The first token must not look older than the registration when clocks differ a little.
const CLOCK_SKEW_MS = 60_000;
const ALREADY_EXISTS = 6;

/**
 * Makes an account, a username reservation and a member. The account's address is random, so nobody can take a name
 * through Auth itself; reservation and member are one atomic write, and the account goes again when that fails.
 */
export async function register({
  username,
  password,
}: {
  username: string;
  password: string;
}): Promise<Answer | Failure> {
  const nameProblem = usernameProblem(username);
  if (nameProblem !== null) return failure("bad-username", nameProblem);
  const checked = passwordSchema.safeParse(password);
  if (!checked.success) return failure("weak-password", checked.error.issues[0]!.message);

  const db = await adminDb();
  const path = usernamePath(username);
  if (path === null || (await within(10_000, db.doc(path).get())).exists) return TAKEN;
  await ensureBoard(db);

  const auth = await adminAuth();
  const { uid } = await auth.createUser({ email: `${randomUUID()}@members.invalid`, password });
  const now = Date.now();
  const batch = db.batch();
  batch.create(db.doc(path), { uid });
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
    await auth.deleteUser(uid).catch(() => logger.error("an account without a member could not be deleted", { uid }));
    if ((error as { code?: unknown }).code === ALREADY_EXISTS) return TAKEN;
    throw error;
  }
  const token = await auth.createCustomToken(uid);
  return created({ user: toUser(uid, { username, isAdmin: false }), token });
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
