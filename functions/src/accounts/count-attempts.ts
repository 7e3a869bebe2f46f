import { randomUUID } from "node:crypto";
import { type Failure, foldUsername } from "@logbook/domain";
import { UNAVAILABLE } from "../http/answer.ts";
import type { Origin } from "../http/client-address.ts";
import { IS_EMULATED } from "../http/environment.ts";
import { add, attempt, look, type Slot, slotOf } from "../limits/counters.ts";
import { limitsKey } from "../limits/key.ts";
import { readSecret } from "./account-secret.ts";
import { type Mark, markCookie, readMark } from "./device-cookie.ts";
import { readMember, usernamePath } from "./member.ts";

/** The device that a guess comes from: the mark of an earlier sign-in there, `null` on a new one. */
export type Device = Mark | null;

/**
 * A guess that was counted: whose name it is at (`null` for nobody's) with the account's secret, from which device, and
 * what it was counted by.
 */
interface Guess {
  uid: string | null;
  secret: string | undefined;
  device: Device;
  slots: readonly Slot[];
}

/**
 * Looks whose name it is, and counts a guess at its password before it is made. A device on which the same member signed
 * in before is counted by itself, so that whoever attacks the name cannot lock its owner out; its mark ends with all
 * sessions of the member.
 */
export async function countLogin(
  username: string,
  { origin, cookies }: { origin: Origin; cookies: string | undefined },
): Promise<Guess | Failure> {
  const key = await limitsKey();
  if (key === null) return UNAVAILABLE;
  const now = Date.now();
  const name = foldUsername(username);
  const mark = readMark(cookies, key, now);
  const stranger = [
    slotOf(["loginNameAtAddress", `${origin.address} ${name}`], key, now),
    slotOf(["loginAddress", origin.address], key, now),
    slotOf(["loginHop", origin.hop], key, now),
    slotOf(["loginName", name], key, now),
  ];
  const known = mark === null ? [] : [slotOf(["loginDevice", mark.device], key, now)];
  const reservation = usernamePath(username);
  const seen = await look([...stranger, ...known], [reservation, mark && `members/${mark.uid}`]);
  const [reserved, marked] = seen?.documents ?? [];

  const uid = typeof reserved?.data.uid === "string" ? reserved.data.uid : null;
  const member = readMember(marked?.data);
  const trusted = mark !== null && mark.uid === uid && member !== null && mark.issued >= member.validSince;
  const slots = trusted ? known : stranger;
  const refused = await attempt(slots, seen, now);
  return refused ?? { uid, secret: readSecret(reserved?.data), device: trusted ? mark : null, slots };
}

/** The guess was right, so it was none: it is taken back, and no other with it. What cannot be taken back stays counted. */
export async function uncountLogin({ slots }: Guess): Promise<void> {
  await add(slots, -1);
}

/** Counts an attempt to register a name; `null` when it may be made. */
export async function countRegistration(username: string, { address, hop }: Origin): Promise<Failure | null> {
  const key = await limitsKey();
  if (key === null) return UNAVAILABLE;
  const now = Date.now();
  const slots = [
    slotOf(["registerAddress", address], key, now),
    slotOf(["registerHop", hop], key, now),
    slotOf(["registerName", foldUsername(username)], key, now),
  ];
  return await attempt(slots, await look(slots), now);
}

/** Counts a guess at the caller's own current password; `null` when it may be made. */
export async function countPasswordChange(uid: string): Promise<Failure | null> {
  const key = await limitsKey();
  if (key === null) return UNAVAILABLE;
  const now = Date.now();
  const slots = [slotOf(["passwordMember", uid], key, now)];
  return await attempt(slots, await look(slots), now);
}

/**
 * The headers that make this browser a device on which `uid` has signed in. A device known before keeps its id, and what
 * was counted for it with that.
 */
export async function markDevice(uid: string, device: Device): Promise<Record<string, string>> {
  const key = await limitsKey();
  if (key === null) return {};
  const mark: Mark = { uid, device: device?.device ?? randomUUID(), issued: Date.now() };
  // Hosting takes cookies off answers that are not private.
  return { "set-cookie": markCookie(mark, key, !IS_EMULATED), "cache-control": "private, no-store" };
}
