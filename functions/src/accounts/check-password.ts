import type { Failure } from "@logbook/domain";
import * as logger from "firebase-functions/logger";
import { failure, UNAVAILABLE } from "../http/response.ts";
import { REQUEST_TIMEOUT_MS } from "../http/timeout.ts";
import type { TooMany } from "../limits/too-many.ts";

/** Identity Toolkit's answer to an e-mail address and a password, or the failure if it did not check them. */
type PasswordOutcome = "right" | "wrong" | "disabled" | Failure;

/** The failure when Identity Toolkit itself limits attempts. The 5 minutes are ours: its answer has no time. */
const TRY_LATER: TooMany = {
  ...failure("too-many", "There were too many attempts. Please wait 5 minutes and try again."),
  retryAfter: 5 * 60,
};

const OUTCOMES: readonly [RegExp, PasswordOutcome][] = [
  [/^(EMAIL_NOT_FOUND|INVALID_PASSWORD|INVALID_LOGIN_CREDENTIALS|INVALID_EMAIL|MISSING_PASSWORD)/, "wrong"],
  [/^USER_DISABLED/, "disabled"],
  [/^TOO_MANY_ATTEMPTS_TRY_LATER/, TRY_LATER],
];

/**
 * Checks a password with Identity Toolkit, Auth's REST API. `WEB_API_KEY` is the project's web key. If that key is
 * restricted to websites, it is a separate key for the function.
 */
export async function checkPassword(
  email: string,
  password: string,
  appCheck: string | undefined,
): Promise<PasswordOutcome> {
  const emulator = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const key = process.env.WEB_API_KEY || (emulator ? "emulator" : "");
  if (key === "") {
    logger.error(
      "WEB_API_KEY is not set, so nobody can sign in. Set it to the project's web API key and deploy again.",
    );
    return UNAVAILABLE;
  }
  const origin = emulator
    ? `http://${emulator}/identitytoolkit.googleapis.com`
    : "https://identitytoolkit.googleapis.com";
  try {
    const response = await fetch(`${origin}/v1/accounts:signInWithPassword?key=${encodeURIComponent(key)}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(appCheck !== undefined && { "x-firebase-appcheck": appCheck }),
      },
      body: JSON.stringify({ email, password, returnSecureToken: false }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.ok) return "right";
    const { error } = (await response.json()) as { error?: { message?: string } };
    const known = OUTCOMES.find(([pattern]) => pattern.test(error?.message ?? ""));
    if (known !== undefined) return known[1];
    logger.error("Identity Toolkit refused a password check", { status: response.status, message: error?.message });
  } catch {
    // Identity Toolkit could not be reached or did not answer in time.
  }
  return UNAVAILABLE;
}
