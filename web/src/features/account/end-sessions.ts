import { signOutEverywhere } from "../../shared/api/account.ts";
import type { Failure } from "../../shared/api/result.ts";
import { endSession } from "../../shared/session/store.ts";

const SIGNED_OUT_EVERYWHERE = "You are signed out on all devices.";

/** Ends the member's sessions on all devices, including this one. Returns the failure, or `null` if it worked. */
export async function endSessions(): Promise<Failure | null> {
  const answer = await signOutEverywhere();
  if (!answer.ok) return answer;
  endSession(SIGNED_OUT_EVERYWHERE);
  return null;
}
