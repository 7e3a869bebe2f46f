import { MESSAGES } from "@logbook/domain";
import type { Failure, Result } from "../../shared/api/result.ts";
import type { Credentials, SignedIn } from "../../shared/api/sign-in.ts";
import { login, register } from "../../shared/api/sign-in.ts";
import { loadFirebase } from "../../shared/session/auth.ts";
import { setSignedInUser } from "../../shared/session/store.ts";
import { clearStoredToken } from "../../shared/session/stored-token.ts";
import { UNREACHABLE } from "../../shared/texts.ts";

type SignInResult = { ok: true } | Failure;

export function signIn(credentials: Credentials): Promise<SignInResult> {
  return startSession(login(credentials), { code: "invalid-credentials", error: MESSAGES.invalidCredentials });
}

export function signUp(credentials: Credentials): Promise<SignInResult> {
  return startSession(register(credentials), { code: "username-taken", error: MESSAGES.usernameTaken });
}

/** `refusal` is what a refusal without a reason of its own means (section 8). */
async function startSession(
  call: Promise<Result<SignedIn>>,
  refusal: Pick<Failure, "code" | "error">,
): Promise<SignInResult> {
  const answer = await call;
  if (!answer.ok) return isWithoutReason(answer) ? { ...answer, ...refusal } : answer;
  try {
    await (await loadFirebase()).signIn(answer.data.token);
  } catch (error) {
    console.error("Failed to sign in:", error);
    return { ok: false, kind: "network", status: 0, code: "network", error: UNREACHABLE };
  }
  clearStoredToken();
  setSignedInUser(answer.data.user);
  return { ok: true };
}

function isWithoutReason({ code, status }: Failure): boolean {
  return code === "refused" || (code === "unknown" && (status === 401 || status === 409));
}
