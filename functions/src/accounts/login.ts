import { randomUUID } from "node:crypto";
import { accountEmail, type Failure, foldUsername, MESSAGES } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { readDocument, readDocuments } from "../firestore/documents.ts";
import type { ClientAddress } from "../http/client-address.ts";
import { type ApiResponse, failure, isFailure, ok, UNAVAILABLE } from "../http/response.ts";
import { addToCounters, countAttempt, countersOf, limitsKey } from "../limits/counters.ts";
import { checkPassword, checkTypedPassword } from "./check-password.ts";
import { readDeviceCookie, rememberDevice } from "./device-cookie.ts";
import { accessFailure, parseMember, toUser } from "./member.ts";
import { parseReservation, usernamePaths } from "./reservation.ts";
import { createSessionToken } from "./tokens.ts";

const INVALID_CREDENTIALS = failure("invalid-credentials", MESSAGES.invalidCredentials);
// A thief with an ID token can set a password through Auth's own API, but such a password lacks the account's secret.
const NOT_SET_IN_LOGBOOK = failure(
  "invalid-credentials",
  "This password was not set in the logbook. Please ask an admin to reset it.",
);

/**
 * Signs a member in: responds with a custom token and a device cookie. A wrong name and a wrong password get the same
 * response. Each attempt is counted before the password is checked, and a successful attempt is subtracted again.
 */
export async function login(
  { username, password }: { username: string; password: string },
  client: ClientAddress,
  header: (name: string) => string | undefined,
): Promise<ApiResponse | Failure> {
  // No member can have a name that Firestore does not allow as an id.
  const namePaths = usernamePaths(username);
  if (namePaths.length === 0) return INVALID_CREDENTIALS;
  const attempt = await countLogin(namePaths, username, client, header("cookie"));
  if (isFailure(attempt)) return attempt;
  // An unknown name has neither `uid` nor `secret`.
  const { uid, secret, device, counters } = attempt;
  const auth = await adminAuth();
  const account = uid === undefined ? undefined : (await auth.getUsers([{ uid }])).users[0];
  // For an unknown name an unused e-mail address is checked: a faster response would tell that the name is unknown.
  const email = account?.email ?? accountEmail(randomUUID());
  // The session begins before the check: if sessions are ended during the check, this one is over too.
  const openedAt = Date.now();
  const appCheckToken = header("x-firebase-appcheck");
  const outcome = await checkTypedPassword(email, { secret: secret ?? "", password }, appCheckToken);
  if (isFailure(outcome)) return outcome;
  if (outcome === "wrong") {
    // This check runs for unknown names too, so that a call takes equally long for a known and for an unknown name.
    const outcomeWithoutSecret = await checkPassword(email, password, appCheckToken);
    return outcomeWithoutSecret === "right" ? NOT_SET_IN_LOGBOOK : INVALID_CREDENTIALS;
  }
  // Auth answers "disabled" to any password, but the response must not tell a stranger that the account exists.
  if (outcome === "disabled" || uid === undefined || account === undefined) return INVALID_CREDENTIALS;

  const member = parseMember((await readDocument(`members/${uid}`))?.data);
  if (member === null) return INVALID_CREDENTIALS;
  const noAccess = accessFailure(member);
  // Waiting members may log in: their page says that they wait, and notices when an admin lets them in.
  if (noAccess !== null && noAccess.code !== "waiting") return noAccess;
  const [token, headers] = await Promise.all([
    createSessionToken(auth, uid, openedAt),
    rememberDevice(uid, device),
    // If Firestore cannot be reached, the attempt stays counted.
    addToCounters(counters, -1),
  ]);
  return ok({ user: toUser(uid, member), token }, headers);
}

/**
 * Counts an attempt to sign in. A known device has its own counter, so that an attacker elsewhere cannot lock the
 * member out. A device stops being known when all of the member's sessions end: `device` is then `null`.
 */
async function countLogin(
  namePaths: readonly string[],
  username: string,
  { address, hop }: ClientAddress,
  cookies: string | undefined,
) {
  const device = readDeviceCookie(cookies, await limitsKey(), Date.now());
  const outcome = await readDocuments([...namePaths, ...(device === null ? [] : [`members/${device.uid}`])]);
  if ("refusal" in outcome) return UNAVAILABLE;
  const reservations = outcome.documents.slice(0, namePaths.length);
  const memberDocument = outcome.documents[namePaths.length];
  // A name of an earlier version comes first: it is spelled exactly as it was registered.
  const { uid, secret } = parseReservation(reservations.find((reservation) => reservation !== null)?.data);
  const deviceMember = parseMember(memberDocument?.data);
  const isOwnDevice = device !== null && deviceMember !== null && device.uid === uid;
  const isKnownDevice = isOwnDevice && device.issuedAt >= deviceMember.validSince;
  const foldedName = foldUsername(username);
  const counters = await (isKnownDevice
    ? countersOf([["loginDevice", device.id]])
    : countersOf([
        ["loginNameAtAddress", `${address} ${foldedName}`],
        ["loginAddress", address],
        ["loginHop", hop],
        ["loginName", foldedName],
      ]));
  const limitFailure = await countAttempt(counters);
  return limitFailure ?? { uid, secret, device: isKnownDevice ? device : null, counters };
}
