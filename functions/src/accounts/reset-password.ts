import { randomUUID } from "node:crypto";
import { accountPassword, type Failure, nextSecond, type PasswordReset, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { commitWrites, readDocuments } from "../firestore/documents.ts";
import { updateMember } from "../firestore/writes.ts";
import type { ClientAddress } from "../http/client-address.ts";
import { isOutage } from "../http/outage.ts";
import { type ApiResponse, failure, ok, UNAVAILABLE } from "../http/response.ts";
import { countAttempt, countersOf } from "../limits/counters.ts";
import { endSessions } from "./end-sessions.ts";
import { parseMember } from "./member.ts";
import { logAct } from "./member-log.ts";
import { findSecret } from "./reservation.ts";
import { openResetLink, parseResetToken, removeResetLink, resetLinkPath } from "./reset-link.ts";

const BAD_LINK = failure(
  "bad-link",
  "This link is not valid any more. It works once, and for an hour. Please ask an admin for a new one.",
);
const LINK_USED_UP = failure(
  "unavailable",
  "The password could not be set, and the link is used up. Please ask an admin for a new one.",
);
// How often a use is tried while others change the member.
const MAX_ATTEMPTS = 3;

/**
 * Sets a member's new password with a link that an admin has made, and ends all sessions. The link is removed before the
 * password is set: of two uses at once, only one succeeds. A link is void if its member or its admin has changed since:
 * a disabled member, a member who is an admin by now, or an admin who is none any more.
 */
export async function resetPassword(
  { token, newPassword }: PasswordReset,
  { address, hop }: ClientAddress,
): Promise<ApiResponse | Failure> {
  const parsed = parseResetToken(token);
  const counters = await countersOf([
    ["resetAddress", address],
    ["resetHop", hop],
    ...(parsed === null ? [] : ([["resetMember", parsed.uid]] as const)),
  ]);
  const limitFailure = await countAttempt(counters);
  if (limitFailure !== null) return limitFailure;
  if (parsed === null) return BAD_LINK;
  const { uid, secret } = parsed;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const usable = await findUsableLink(uid, secret);
    if (usable === "unavailable") return UNAVAILABLE;
    if (usable === null) return BAD_LINK;
    const { account, accountSecret, writes } = usable;
    const outcome = await commitWrites(writes);
    if ("refusal" in outcome) {
      if (outcome.refusal === "UNAVAILABLE") return UNAVAILABLE;
      continue;
    }
    try {
      await (await adminAuth()).updateUser(uid, {
        ...passwordOnlyUpdate(account, randomUUID()),
        password: accountPassword(accountSecret, newPassword),
      });
    } catch (error) {
      if (isOutage(error)) return LINK_USED_UP;
      throw error;
    }
    // Once more: somebody may have logged in with the old password meanwhile.
    await endSessions(uid);
    return ok({});
  }
  return BAD_LINK;
}

/** What a use of the link needs, and the commit that uses it up; `null` if the link is not valid. */
async function findUsableLink(uid: string, secret: string) {
  const outcome = await readDocuments([resetLinkPath(uid), `members/${uid}`]);
  if ("refusal" in outcome) return "unavailable";
  const [link = null, memberDocument] = outcome.documents;
  const by = openResetLink(link, secret, Date.now());
  const member = parseMember(memberDocument?.data);
  if (!link || by === null || !memberDocument || member === null || member.disabled || member.isAdmin) return null;
  const makerOutcome = await readDocuments([`members/${by}`]);
  if ("refusal" in makerOutcome) return "unavailable";
  const maker = parseMember(makerOutcome.documents[0]?.data);
  if (maker === null || maker.disabled || !maker.isAdmin) return null;
  const auth = await adminAuth();
  const account = (await auth.getUsers([{ uid }])).users[0];
  const accountSecret = await findSecret({ uid, username: member.username });
  if (account === undefined || accountSecret === undefined) return null;
  const writes = [
    { ...removeResetLink(uid), currentDocument: { updateTime: link.updateTime } },
    updateMember(uid, { validSince: nextSecond(Date.now()) }, memberDocument.updateTime),
    logAct({ kind: "link-used", by: uid, member: uid }),
  ];
  return { account, accountSecret, writes };
}
