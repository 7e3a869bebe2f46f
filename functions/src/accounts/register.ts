import { randomBytes, randomUUID } from "node:crypto";
import {
  type Admission,
  accountEmail,
  accountPassword,
  type Failure,
  foldUsername,
  MESSAGES,
  passwordSchema,
  usernameProblem,
} from "@logbook/domain";
import * as logger from "firebase-functions/logger";
import { adminAuth } from "../firestore/admin.ts";
import { commitWrites, orThrow, readDocument, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import { encodeFields } from "../firestore/values.ts";
import { createDocument, type Write } from "../firestore/writes.ts";
import type { ClientAddress } from "../http/client-address.ts";
import { type ApiResponse, created, failure, isFailure, UNAVAILABLE } from "../http/response.ts";
import { countAttempt, countersOf } from "../limits/counters.ts";
import { ADMISSION_PATH, admissionFailure, keepAdmission, parseAdmission } from "./admission.ts";
import { rememberDevice } from "./device-cookie.ts";
import { toUser } from "./member.ts";
import { lookalikePaths, readReservations, toReservation, usernamePaths } from "./reservation.ts";
import { createSessionToken } from "./tokens.ts";

const NAME_TAKEN = failure("username-taken", MESSAGES.usernameTaken);
const LOOK_ALIKE_TAKEN = failure("username-taken", "This username looks like another member's. Please choose another.");
// `validSince` is this long before the registration: clocks differ a little, and the first session must be valid.
const CLOCK_SKEW_MS = 60_000;
// How often the member is stored while admins change who comes in.
const MAX_ATTEMPTS = 5;

interface NewMember {
  uid: string;
  username: string;
  secret: string;
  now: number;
}

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

  // A name that Firestore does not allow as an id counts as taken, so that the user chooses another one.
  const namePaths = usernamePaths(username);
  const namePath = namePaths.at(-1);
  if (namePath === undefined) return NAME_TAKEN;
  // A member of an earlier version may have the name under another path.
  const earlierPaths = namePaths.slice(0, -1);
  const paths = [namePath, ...lookalikePaths(username)];
  const [state, earlierReservations] = await Promise.all([readState(paths), readReservations(earlierPaths)]);
  const closedFailure = await admissionFailure(state.admission);
  if (closedFailure !== null) return closedFailure;
  if (earlierReservations.some(({ isReserved }) => isReserved)) return NAME_TAKEN;
  const nameFailure = takenFailure(state.reservations);
  if (nameFailure !== null) return nameFailure;
  await ensureBoard();

  const auth = await adminAuth();
  const secret = randomBytes(24).toString("base64url");
  const { uid } = await auth.createUser({
    email: accountEmail(randomUUID()),
    password: accountPassword(secret, parsedPassword.data),
  });
  const now = Date.now();
  const stored = await storeMember(paths, { uid, username, secret, now }, state);
  if (isFailure(stored)) {
    // While Firestore cannot be reached, the member may have been stored after all.
    if (stored.code !== "unavailable")
      await auth.deleteUser(uid).catch(() => logger.error("an account without a member could not be deleted"));
    return stored;
  }
  const token = await createSessionToken(auth, uid, now);
  const user = toUser(uid, { username, isAdmin: false, ...stored });
  // `null`: the browser becomes a new known device, also if it was a known device of another member.
  return created({ user, token }, await rememberDevice(uid, null));
}

/** What decides whether a name can be registered, in one consistent read: the setting and the reservations. */
interface RegistrationState {
  setting: StoredDocument | null;
  admission: Admission;
  reservations: ReturnType<typeof toReservation>[];
}

async function readState(paths: readonly string[]): Promise<RegistrationState> {
  const { documents } = orThrow(await readDocuments([ADMISSION_PATH, ...paths]));
  const [setting = null, ...reservations] = documents;
  return { setting, admission: parseAdmission(setting), reservations: reservations.map(toReservation) };
}

/**
 * Stores the member as the setting wants it: with access, or waiting. If an admin changes the setting at the same
 * moment, it is read again. Returns a failure if the name or the registration has been closed meanwhile.
 */
async function storeMember(
  paths: readonly string[],
  member: NewMember,
  state: RegistrationState,
): Promise<{ state?: "waiting" } | Failure> {
  let { setting, admission } = state;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const waiting = admission === "approval" ? ({ state: "waiting" } as const) : {};
    const outcome = await commitWrites([...memberWrites(paths, member, waiting), keepAdmission(setting)]);
    if ("time" in outcome) return waiting;
    const current = await readState(paths);
    // If the name is reserved for this account, everything was stored, and only the response was lost.
    if (current.reservations[0]?.uid === member.uid) return waiting;
    const conflict = takenFailure(current.reservations) ?? (await admissionFailure(current.admission));
    if (conflict !== null) return conflict;
    if (outcome.refusal === "UNAVAILABLE") return UNAVAILABLE;
    ({ setting, admission } = current);
  }
  return UNAVAILABLE;
}

/** The failure if the name (the first reservation) or a look-alike (the others) is taken; otherwise `null`. */
function takenFailure([name, ...lookAlikes]: readonly { isReserved: boolean }[]): Failure | null {
  if (name?.isReserved) return NAME_TAKEN;
  return lookAlikes.some(({ isReserved }) => isReserved) ? LOOK_ALIKE_TAKEN : null;
}

/**
 * The writes of the member and the reservations, which are refused if somebody else has reserved one of the paths. The
 * first path is the name's own reservation, which also stores the secret.
 */
function memberWrites(
  paths: readonly string[],
  { uid, username, secret, now }: NewMember,
  waiting: { state?: "waiting" },
): Write[] {
  const member = {
    username,
    isAdmin: false,
    // The rules read this field only, so waiting members have no access.
    disabled: waiting.state !== undefined,
    ...waiting,
    validSince: new Date(now - CLOCK_SKEW_MS),
    createdAt: new Date(now),
  };
  return [
    ...paths.map((path, index) => createDocument(path, encodeFields({ uid, ...(index === 0 && { secret }) }))),
    createDocument(`members/${uid}`, encodeFields(member)),
  ];
}

/** Creates `boards/main` if it is missing: without it the rules allow no report. */
async function ensureBoard(): Promise<void> {
  if ((await readDocument("boards/main")) !== null) return;
  const fields = encodeFields({ revision: 0, changedAt: new Date(), issueId: "" });
  const outcome = await commitWrites([createDocument("boards/main", fields)]);
  // Another registration may have created the board meanwhile.
  if (!("refusal" in outcome && outcome.refusal === "ALREADY_EXISTS")) orThrow(outcome);
}
