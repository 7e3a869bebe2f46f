import type { Failure } from "@logbook/domain";
import { failure } from "../http/response.ts";
import type { Caller } from "./session.ts";

/** The sender's identity in a body (section 7), all optional: the token decides. */
export interface ClaimedIdentity {
  userId?: string | undefined;
  username?: string | undefined;
  reporter?: string | undefined;
}

/** 403 if a body claims another identity than the caller's; `null` if it agrees or claims none. */
export function identityProblem(claimed: ClaimedIdentity, caller: Pick<Caller, "uid" | "username">): Failure | null {
  const agrees =
    (claimed.userId ?? caller.uid) === caller.uid &&
    (claimed.username ?? caller.username) === caller.username &&
    (claimed.reporter ?? caller.username) === caller.username;
  return agrees
    ? null
    : failure("wrong-user", "The request names another user than the one signed in. Please send your own or none.");
}
