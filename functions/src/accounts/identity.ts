import type { Failure } from "@logbook/domain";
import { failure } from "../http/response.ts";
import type { Caller } from "./session.ts";

/** The sender's identity as a body names it (section 7). All fields are optional, because the token says who calls. */
export interface ClaimedIdentity {
  userId?: string | undefined;
  username?: string | undefined;
  reporter?: string | undefined;
}

/** The failure (403) if a body claims another identity than the caller's; `null` otherwise. */
export function identityProblem(claimed: ClaimedIdentity, caller: Pick<Caller, "uid" | "username">): Failure | null {
  const namesCaller =
    (claimed.userId ?? caller.uid) === caller.uid &&
    (claimed.username ?? caller.username) === caller.username &&
    (claimed.reporter ?? caller.username) === caller.username;
  return namesCaller
    ? null
    : failure(
        "wrong-user",
        "The request names another user than the one signed in. Please send your own user id and name, or neither.",
      );
}
