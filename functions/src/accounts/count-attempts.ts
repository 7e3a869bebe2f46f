import { randomUUID } from "node:crypto";
import { type Failure, foldUsername } from "@logbook/domain";
import type { ClientAddress } from "../http/client-address.ts";
import { IS_EMULATED } from "../http/environment.ts";
import { UNAVAILABLE } from "../http/response.ts";
import { addToCounters, type Counter, countAttempt, counterOf, readCounters } from "../limits/counters.ts";
import { limitsKey } from "../limits/key.ts";
import type { LimitName } from "../limits/table.ts";
import { secretOf } from "./account-secret.ts";
import { deviceCookie, type KnownDevice, readDeviceCookie } from "./device-cookie.ts";
import { parseMember, usernamePath } from "./member.ts";

interface LoginAttempt {
  /** The uid of the account with this username, or `null` if there is none. */
  uid: string | null;
  /** The account's secret (account-secret.ts); `undefined` if the username's reservation has none. */
  secret: string | undefined;
  /** The browser if it is a known device of this member; otherwise `null`. */
  device: KnownDevice | null;
  counters: readonly Counter[];
}

/**
 * Counts an attempt to sign in before the password is checked. A known device has its own counter, so that an attacker
 * elsewhere cannot lock the member out. A device stops being known when all of the member's sessions end.
 */
export async function countLogin(
  username: string,
  client: ClientAddress,
  cookies: string | undefined,
): Promise<LoginAttempt | Failure> {
  const key = await limitsKey();
  if (key === null) return UNAVAILABLE;
  const now = Date.now();
  const foldedName = foldUsername(username);
  const device = readDeviceCookie(cookies, key, now);
  // `hop` is the address that called the function: Firebase Hosting's, or the client's (http/client-address.ts).
  const addressAndNameCounters = [
    counterOf("loginNameAtAddress", `${client.address} ${foldedName}`, key, now),
    counterOf("loginAddress", client.address, key, now),
    counterOf("loginHop", client.hop, key, now),
    counterOf("loginName", foldedName, key, now),
  ];
  const deviceCounters = device === null ? [] : [counterOf("loginDevice", device.id, key, now)];
  const documentPaths = [usernamePath(username), device && `members/${device.uid}`];
  const countersBefore = await readCounters([...addressAndNameCounters, ...deviceCounters], documentPaths);
  // If the counters could not be read (`null`), countAttempt() below refuses the attempt.
  const [reservation, deviceMember] = countersBefore?.documents ?? [];

  const uid = typeof reservation?.data.uid === "string" ? reservation.data.uid : null;
  const member = parseMember(deviceMember?.data);
  const isOwnDevice = device !== null && member !== null && device.uid === uid;
  const isKnownDevice = isOwnDevice && device.issuedAt >= member.validSince;
  const counters = isKnownDevice ? deviceCounters : addressAndNameCounters;
  const limitFailure = await countAttempt(counters, countersBefore, now);
  if (limitFailure !== null) return limitFailure;
  return { uid, secret: secretOf(reservation?.data), device: isKnownDevice ? device : null, counters };
}

/** Subtracts a successful attempt from its counters. If Firestore cannot be reached, the attempt stays counted. */
export async function uncountLogin({ counters }: LoginAttempt): Promise<void> {
  await addToCounters(counters, -1);
}

/** Counts an attempt to register a name; `null` if the attempt is allowed. */
export function countRegistration(username: string, { address, hop }: ClientAddress): Promise<Failure | null> {
  return countInLimits([
    ["registerAddress", address],
    ["registerHop", hop],
    ["registerName", foldUsername(username)],
  ]);
}

/** Counts an attempt to change a member's password; `null` if the attempt is allowed. */
export function countPasswordChange(uid: string): Promise<Failure | null> {
  return countInLimits([["passwordMember", uid]]);
}

/** Counts one attempt for each limit and subject, such as an address; `null` if the attempt is allowed. */
async function countInLimits(
  limitsAndSubjects: readonly [limit: LimitName, subject: string][],
): Promise<Failure | null> {
  const key = await limitsKey();
  if (key === null) return UNAVAILABLE;
  const now = Date.now();
  const counters = limitsAndSubjects.map(([limit, subject]) => counterOf(limit, subject, key, now));
  return await countAttempt(counters, await readCounters(counters), now);
}

/**
 * The response headers that make this browser a known device of the member. A browser that is known (`device`) keeps
 * its id and counter. Returns no headers if Firestore cannot be reached.
 */
export async function rememberDevice(uid: string, device: KnownDevice | null): Promise<Record<string, string>> {
  const key = await limitsKey();
  if (key === null) return {};
  const renewedDevice = { uid, id: device?.id ?? randomUUID(), issuedAt: Date.now() };
  const cookie = deviceCookie(renewedDevice, key, { isSecure: !IS_EMULATED });
  // Firebase Hosting removes cookies from responses that are not `private`.
  return { "set-cookie": cookie, "cache-control": "private, no-store" };
}
