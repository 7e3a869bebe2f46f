import { randomUUID } from "node:crypto";
import { type Failure, foldUsername } from "@logbook/domain";
import type { ClientAddress } from "../http/client-address.ts";
import { IS_EMULATED } from "../http/environment.ts";
import { UNAVAILABLE } from "../http/response.ts";
import { addToCounters, type Counter, countAttempt, counterOf, readCounters } from "../limits/counters.ts";
import { limitsKey } from "../limits/key.ts";
import type { LimitName } from "../limits/table.ts";
import { readSecret } from "./account-secret.ts";
import { deviceCookie, type KnownDevice, readDeviceCookie } from "./device-cookie.ts";
import { readMember, usernamePath } from "./member.ts";

/** A counted attempt to sign in. */
interface LoginAttempt {
  /** The member with the username, or `null` if there is none. */
  uid: string | null;
  /** The secret part of the account's password at Auth; `undefined` if the reservation has none. */
  secret: string | undefined;
  /** The browser, if this member has signed in with it before. */
  device: KnownDevice | null;
  counters: readonly Counter[];
}

/**
 * Counts an attempt to sign in before the password is checked. A device on which the member signed in before has its
 * own counter, so that an attacker cannot lock the member out. When all sessions end, the known devices are forgotten.
 */
export async function countLogin(
  username: string,
  client: ClientAddress,
  cookies: string | undefined,
): Promise<LoginAttempt | Failure> {
  const key = await limitsKey();
  if (key === null) return UNAVAILABLE;
  const now = Date.now();
  const name = foldUsername(username);
  const device = readDeviceCookie(cookies, key, now);
  const commonCounters = [
    counterOf("loginNameAtAddress", `${client.address} ${name}`, key, now),
    counterOf("loginAddress", client.address, key, now),
    counterOf("loginHop", client.hop, key, now),
    counterOf("loginName", name, key, now),
  ];
  const deviceCounters = device === null ? [] : [counterOf("loginDevice", device.id, key, now)];
  const paths = [usernamePath(username), device && `members/${device.uid}`];
  const countersBefore = await readCounters([...commonCounters, ...deviceCounters], paths);
  const [reservation, deviceMember] = countersBefore?.documents ?? [];

  const uid = typeof reservation?.data.uid === "string" ? reservation.data.uid : null;
  const member = readMember(deviceMember?.data);
  const isTrusted = device !== null && device.uid === uid && member !== null && device.issuedAt >= member.validSince;
  const counters = isTrusted ? deviceCounters : commonCounters;
  const tooMany = await countAttempt(counters, countersBefore, now);
  return tooMany ?? { uid, secret: readSecret(reservation?.data), device: isTrusted ? device : null, counters };
}

/** Subtracts a successful attempt from its counters. If Firestore cannot be reached, the attempt stays counted. */
export async function uncountLogin({ counters }: LoginAttempt): Promise<void> {
  await addToCounters(counters, -1);
}

/** Counts an attempt to register a name; `null` if it is allowed. */
export function countRegistration(username: string, { address, hop }: ClientAddress): Promise<Failure | null> {
  return countForSubjects([
    ["registerAddress", address],
    ["registerHop", hop],
    ["registerName", foldUsername(username)],
  ]);
}

/** Counts an attempt to change the caller's password; `null` if it is allowed. */
export function countPasswordChange(uid: string): Promise<Failure | null> {
  return countForSubjects([["passwordMember", uid]]);
}

/** Counts one attempt in each of these limits; `null` if it is allowed. */
async function countForSubjects(subjects: readonly [limit: LimitName, subject: string][]): Promise<Failure | null> {
  const key = await limitsKey();
  if (key === null) return UNAVAILABLE;
  const now = Date.now();
  const counters = subjects.map(([limit, subject]) => counterOf(limit, subject, key, now));
  return await countAttempt(counters, await readCounters(counters), now);
}

/**
 * The headers that make this browser a known device of the member. A device that is known already keeps its id and
 * counter. Returns no headers if Firestore cannot be reached.
 */
export async function rememberDevice(uid: string, device: KnownDevice | null): Promise<Record<string, string>> {
  const key = await limitsKey();
  if (key === null) return {};
  const cookie = deviceCookie({ uid, id: device?.id ?? randomUUID(), issuedAt: Date.now() }, key, !IS_EMULATED);
  // Hosting removes cookies from responses that are not private.
  return { "set-cookie": cookie, "cache-control": "private, no-store" };
}
