import { randomUUID } from "node:crypto";
import { type Failure, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { endSessions } from "./end-sessions.ts";
import type { Caller } from "./session.ts";

/**
 * Ends every session of the caller, also the current one. Also removes other sign-in methods, which a thief may have
 * linked through Auth. The response comes once a new session can be opened, within about a second.
 */
export async function signOutEverywhere({ uid }: Caller): Promise<ApiResponse | Failure> {
  // endSessions() comes last: until then the caller's token stays valid, so a call that failed can be repeated.
  const auth = await adminAuth();
  await auth.updateUser(uid, passwordOnlyUpdate(await auth.getUser(uid), randomUUID()));
  await auth.revokeRefreshTokens(uid);
  await endSessions(uid);
  return ok({});
}
