import { randomUUID } from "node:crypto";
import { type Failure, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { endSessions } from "./end-sessions.ts";
import type { Caller } from "./session.ts";

/**
 * Ends every session of the caller. Gives the account a new random e-mail address and removes other sign-in methods: a
 * thief may have added them through Auth's own API. Responds once a new session can be opened: after a second at most.
 */
export async function signOutEverywhere({ uid }: Caller): Promise<ApiResponse | Failure> {
  // endSessions() comes last: until then the caller's token stays valid, so a call that failed can be repeated.
  const auth = await adminAuth();
  await auth.updateUser(uid, passwordOnlyUpdate(await auth.getUser(uid), randomUUID()));
  await auth.revokeRefreshTokens(uid);
  await endSessions(uid);
  return ok({});
}
