import { MESSAGES } from "@logbook/domain";
import type { Failure } from "../../shared/api/result.ts";
import { type Credentials, requestSignIn } from "../../shared/api/sign-in.ts";
import { loadFirebase } from "../../shared/session/auth.ts";
import { setSignedInUser } from "../../shared/session/store.ts";
import { clearStoredToken } from "../../shared/session/stored-token.ts";
import { UNREACHABLE } from "../../shared/texts.ts";

/** The failure of each form to show for a refusal that has no error code of its own (section 8). */
const REFUSALS = {
  login: { code: "invalid-credentials", error: MESSAGES.invalidCredentials },
  register: { code: "username-taken", error: MESSAGES.usernameTaken },
} as const;

/** Logs in or registers, and starts the session. */
export async function signIn(mode: keyof typeof REFUSALS, credentials: Credentials): Promise<{ ok: true } | Failure> {
  const result = await requestSignIn(mode, credentials);
  if (!result.ok) return isWithoutReason(result) ? { ...result, ...REFUSALS[mode] } : result;
  try {
    await (await loadFirebase()).signIn(result.data.token);
  } catch (error) {
    console.error("Failed to sign in:", error);
    return { ok: false, kind: "network", status: 0, code: "network", error: UNREACHABLE };
  }
  clearStoredToken();
  setSignedInUser(result.data.user);
  return { ok: true };
}

function isWithoutReason({ code, status }: Failure): boolean {
  return code === "refused" || (code === "unknown" && (status === 401 || status === 409));
}
