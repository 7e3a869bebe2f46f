import type { Failure } from "@logbook/domain";
import { failure } from "../http/answer.ts";
import type { Caller } from "./session.ts";

/** What a body may say about who sends it (section 7). The token decides; this may only agree. */
export interface ClaimedIdentity {
  userId?: string | undefined;
  username?: string | undefined;
  reporter?: string | undefined;
}

/** 403 when a body claims to come from someone else than the caller, `null` when it agrees or says nothing. */
export function identityProblem(claimed: ClaimedIdentity, caller: Pick<Caller, "uid" | "username">): Failure | null {
  const agrees =
    (claimed.userId ?? caller.uid) === caller.uid &&
    (claimed.username ?? caller.username) === caller.username &&
    (claimed.reporter ?? caller.username) === caller.username;
  return agrees
    ? null
    : failure("wrong-user", "The request names another user than the one signed in. Please send your own or none.");
}
