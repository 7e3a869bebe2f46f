import type { Failure } from "@logbook/domain";
import type { AppCheck } from "firebase-admin/app-check";
import { LRUCache } from "lru-cache";
import { adminAppCheck } from "../firestore/admin.ts";
import { failure, UNAVAILABLE } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";

const UNKNOWN_APP = failure(
  "app-check",
  "This browser could not be told from a robot. Please allow www.google.com for this page and reload it.",
);

const MAX_TOKENS = 5_000;

/** Checks the App Check token of a call; `null` if it is valid, or if `APP_CHECK` is not `on`. */
export async function appCheckProblem(token: string | undefined): Promise<Failure | null> {
  if (process.env.APP_CHECK !== "on") return null;
  if (token === undefined) return UNKNOWN_APP;
  verify ??= createAppCheckVerifier(await adminAppCheck());
  return await verify(token);
}

let verify: ReturnType<typeof createAppCheckVerifier> | undefined;

/** Verifies App Check tokens of this project and caches valid ones until they expire. */
function createAppCheckVerifier(appCheck: AppCheck): (token: string) => Promise<Failure | null> {
  const expiryByToken = new LRUCache<string, number>({ max: MAX_TOKENS });
  return async (token) => {
    if ((expiryByToken.get(token) ?? 0) > Date.now()) return null;
    try {
      const { token: claims } = await withTimeout(appCheck.verifyToken(token));
      expiryByToken.set(token, claims.exp * 1000);
      return null;
    } catch (error) {
      return hasNoKeys(error) ? UNAVAILABLE : UNKNOWN_APP;
    }
  };
}

// The Admin SDK uses the code of an invalid token also when it could not fetch the keys; only the cause differs.
function hasNoKeys(error: unknown): boolean {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  return name === "TimeoutError" || cause?.code === "key-fetch-error";
}
