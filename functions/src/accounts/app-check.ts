import type { Failure } from "@logbook/domain";
import { adminAppCheck } from "../firestore/admin.ts";
import { isOutage } from "../http/outage.ts";
import { failure, UNAVAILABLE } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";

const UNKNOWN_APP = failure(
  "app-check",
  "This browser could not be told from a robot. Please allow www.google.com for this page and reload it.",
);

/** Checks the App Check token of a call; `null` if the token is valid or if `APP_CHECK` is not `on`. */
export async function checkAppCheckToken(token: string | undefined): Promise<Failure | null> {
  if (process.env.APP_CHECK !== "on") return null;
  if (token === undefined) return UNKNOWN_APP;
  const appCheck = await adminAppCheck();
  try {
    await withTimeout(appCheck.verifyToken(token));
    return null;
  } catch (error) {
    return isOutage(error) ? UNAVAILABLE : UNKNOWN_APP;
  }
}
