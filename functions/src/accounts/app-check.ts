import type { Failure } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { adminAppCheck } from "../firestore/admin.ts";
import { failure, UNAVAILABLE } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";

const UNKNOWN_APP = failure(
  "app-check",
  "This browser could not be told from a robot. Please allow www.google.com for this page and reload it.",
);

/** When each valid token expires (milliseconds). */
const expiryByToken = new LRUCache<string, number>({ max: 5_000 });

/** Checks the App Check token of a call; `null` if the token is valid or if `APP_CHECK` is not `on`. */
export async function checkAppCheckToken(token: string | undefined): Promise<Failure | null> {
  if (process.env.APP_CHECK !== "on") return null;
  if (token === undefined) return UNKNOWN_APP;
  if ((expiryByToken.get(token) ?? 0) > Date.now()) return null;
  const appCheck = await adminAppCheck();
  try {
    const { token: decodedToken } = await withTimeout(appCheck.verifyToken(token));
    expiryByToken.set(token, decodedToken.exp * 1000);
    return null;
  } catch (error) {
    return isOutage(error) ? UNAVAILABLE : UNKNOWN_APP;
  }
}

// If the Admin SDK cannot fetch Google's keys, its error has the code of an invalid token; only `cause` differs.
function isOutage(error: unknown): boolean {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  return name === "TimeoutError" || cause?.code === "key-fetch-error";
}
