import { accountPassword, type Failure, passwordForms } from "@logbook/domain";
import * as logger from "firebase-functions/logger";
import { failure, UNAVAILABLE } from "../http/response.ts";
import { REQUEST_TIMEOUT_MS } from "../http/timeout.ts";
import type { TooManyFailure } from "../limits/rate-limits.ts";

/** Identity Toolkit's answer to an e-mail address and a password; a failure if the password was not checked. */
type PasswordOutcome = "right" | "wrong" | "disabled" | Failure;

/** The failure when Identity Toolkit itself limits attempts. Its answer names no time; 5 minutes is our own choice. */
const TRY_LATER: TooManyFailure = {
  ...failure("too-many", "There were too many attempts. Please wait 5 minutes and try again."),
  retryAfter: 5 * 60,
};

const OUTCOME_BY_ERROR: readonly [RegExp, PasswordOutcome][] = [
  [/^(EMAIL_NOT_FOUND|INVALID_PASSWORD|INVALID_LOGIN_CREDENTIALS|INVALID_EMAIL|MISSING_PASSWORD)/, "wrong"],
  [/^USER_DISABLED/, "disabled"],
  [/^TOO_MANY_ATTEMPTS_TRY_LATER/, TRY_LATER],
];

/** Checks the password that a member has typed, in each form that it may have at Auth (`passwordForms`). */
export async function checkTypedPassword(
  email: string,
  { secret, password }: { secret: string; password: string },
  appCheckToken: string | undefined,
): Promise<PasswordOutcome> {
  for (const form of passwordForms(password)) {
    const outcome = await checkPassword(email, accountPassword(secret, form), appCheckToken);
    if (outcome !== "wrong") return outcome;
  }
  return "wrong";
}

/** Checks a password with Identity Toolkit, Auth's REST API. `WEB_API_KEY` must not be restricted to websites. */
export async function checkPassword(
  email: string,
  password: string,
  appCheckToken: string | undefined,
): Promise<PasswordOutcome> {
  const emulatorHost = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  // The emulator accepts any key.
  const key = process.env.WEB_API_KEY || (emulatorHost ? "emulator" : "");
  if (key === "") {
    logger.error(
      "WEB_API_KEY is not set, so nobody can sign in. Set it to the project's web API key and deploy again.",
    );
    return UNAVAILABLE;
  }
  const baseUrl = emulatorHost
    ? `http://${emulatorHost}/identitytoolkit.googleapis.com`
    : "https://identitytoolkit.googleapis.com";
  try {
    const response = await fetch(`${baseUrl}/v1/accounts:signInWithPassword?key=${encodeURIComponent(key)}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(appCheckToken !== undefined && { "x-firebase-appcheck": appCheckToken }),
      },
      body: JSON.stringify({ email, password, returnSecureToken: false }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.ok) return "right";
    const { error } = (await response.json()) as { error?: { message?: string } };
    const [, outcome] = OUTCOME_BY_ERROR.find(([pattern]) => pattern.test(error?.message ?? "")) ?? [];
    if (outcome !== undefined) return outcome;
    logger.error("Identity Toolkit refused a password check", { status: response.status, message: error?.message });
  } catch {
    // Identity Toolkit could not be reached or did not answer in time.
  }
  return UNAVAILABLE;
}
