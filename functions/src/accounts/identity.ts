import type { Failure } from "@logbook/domain";
import { failure } from "../http/response.ts";
import type { Caller } from "./session.ts";

/** The sender that a request's body names (section 7). All fields are optional, because the token says who calls. */
export interface ClaimedIdentity {
  userId?: string | undefined;
  username?: string | undefined;
  reporter?: string | undefined;
}

/** The failure (403) if a body names another sender than the caller; `null` otherwise. */
export function identityProblem(sender: ClaimedIdentity, caller: Pick<Caller, "uid" | "username">): Failure | null {
  const isCaller =
    (sender.userId ?? caller.uid) === caller.uid &&
    (sender.username ?? caller.username) === caller.username &&
    (sender.reporter ?? caller.username) === caller.username;
  return isCaller
    ? null
    : failure(
        "wrong-user",
        "The request names another user than the one signed in. Please send your own user id and name, or neither.",
      );
}
