import type { Failure } from "@logbook/domain";
import { logAct } from "../accounts/member-log.ts";
import { createResetLink } from "../accounts/reset-link.ts";
import type { Caller } from "../accounts/session.ts";
import { adminAuth } from "../firestore/admin.ts";
import { isUid } from "../firestore/documents.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { commitAct, NO_SUCH_MEMBER } from "./commit-act.ts";

const COMMAND = "Somebody with access to the project resets this password with the admin command.";
const NOT_FOR_ONESELF = failure("forbidden", `You cannot make a link for yourself. ${COMMAND}`);
const NOT_FOR_ADMINS = failure("forbidden", `A link is not for admins. ${COMMAND}`);
const NOT_FOR_DISABLED = failure("forbidden", "This member has no access. Please enable them or let them in first.");
const NO_ACCOUNT = failure("not-found", "This member has no account any more and has to register under another name.");

/**
 * Makes a link with which a member, who may be logged out, sets a new password: valid for an hour, once, and only until
 * the next one is made. The response is the only place that has its token.
 */
export async function makeResetLink(caller: Caller, uid: string): Promise<ApiResponse | Failure> {
  if (uid === caller.uid) return NOT_FOR_ONESELF;
  if (!isUid(uid)) return NO_SUCH_MEMBER;
  const hasAccount = (await (await adminAuth()).getUsers([{ uid }])).users.length > 0;
  const link = await commitAct(caller.uid, uid, ({ member }) => {
    if (member.isAdmin) return NOT_FOR_ADMINS;
    if (member.disabled) return NOT_FOR_DISABLED;
    if (!hasAccount) return NO_ACCOUNT;
    const { write, ...result } = createResetLink(uid, caller.uid, Date.now());
    return { writes: [write, logAct({ kind: "link-made", by: caller.uid, member: uid })], result };
  });
  return isFailure(link) ? link : ok({ token: link.token, expiresAt: link.expiresAt.toISOString() });
}
