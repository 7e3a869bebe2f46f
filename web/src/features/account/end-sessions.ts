import type { Failure } from "../../shared/api/result.ts";
import { signOutEverywhere } from "../../shared/api/sign-out-everywhere.ts";
import { endSession } from "../../shared/session/store.ts";

const SIGNED_OUT_EVERYWHERE = "You are signed out on all devices.";

/** Ends this person's sessions on all devices, the one here too; gives why it could not be done. */
export async function endSessions(): Promise<Failure | null> {
  const answer = await signOutEverywhere();
  if (!answer.ok) return answer;
  endSession(SIGNED_OUT_EVERYWHERE);
  return null;
}
