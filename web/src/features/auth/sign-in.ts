import { MESSAGES } from "@logbook/domain";
import type { Failure } from "../../shared/api/result.ts";
import { type Credentials, requestSignIn } from "../../shared/api/sign-in.ts";
import { clearStoredToken, loadFirebase } from "../../shared/session/auth.ts";
import { setSignedInUser } from "../../shared/session/store.ts";
import { UNREACHABLE } from "../../shared/texts.ts";

/** The error that each form shows if the server refuses the request without a known error code (section 8). */
const DEFAULT_ERRORS = {
  login: { code: "invalid-credentials", error: MESSAGES.invalidCredentials },
  register: { code: "username-taken", error: MESSAGES.usernameTaken },
} as const;

/** Logs in or registers, and starts the session. */
export async function signIn(
  mode: keyof typeof DEFAULT_ERRORS,
  credentials: Credentials,
): Promise<{ ok: true } | Failure> {
  const result = await requestSignIn(mode, credentials);
  if (!result.ok) return isRefusedWithoutCode(result) ? { ...result, ...DEFAULT_ERRORS[mode] } : result;
  try {
    await (await loadFirebase()).signIn(result.data.token);
  } catch (error) {
    console.error("Failed to sign in:", error);
    return { ok: false, kind: "network", status: 0, code: "network", error: UNREACHABLE };
  }
  // A token stored for the next visit is from an earlier session, which may be over: the next visit must not use it.
  clearStoredToken();
  setSignedInUser(result.data.user);
  return { ok: true };
}

// `refused`: the response has `success: false`, but no code. `unknown`: the response is not of the API's form, so only
// the statuses for wrong credentials (401) and for a taken name (409) mean a refusal.
function isRefusedWithoutCode({ code, status }: Failure): boolean {
  return code === "refused" || (code === "unknown" && (status === 401 || status === 409));
}
