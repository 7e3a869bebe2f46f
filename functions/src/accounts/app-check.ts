import type { Failure } from "@logbook/domain";
import type { AppCheck } from "firebase-admin/app-check";
import { LRUCache } from "lru-cache";
import { adminAppCheck } from "../firestore/admin.ts";
import { failure, UNAVAILABLE } from "../http/answer.ts";
import { within } from "../http/timeout.ts";

const UNKNOWN_APP = failure(
  "app-check",
  "This browser could not be told from a robot. Please allow www.google.com for this page and reload it.",
);

/** Why a call is refused that carries this App Check token, or `null`; where `APP_CHECK` is not `on`, none is asked for. */
export async function appCheckProblem(token: string | undefined): Promise<Failure | null> {
  if (process.env.APP_CHECK !== "on") return null;
  if (token === undefined) return UNKNOWN_APP;
  verify ??= createAppCheck(await adminAppCheck());
  return await verify(token);
}

let verify: ReturnType<typeof createAppCheck> | undefined;

const MOST_KNOWN = 5_000;

/** Checks App Check tokens of this project, and remembers good ones until they expire. */
function createAppCheck(appCheck: AppCheck): (token: string) => Promise<Failure | null> {
  const known = new LRUCache<string, number>({ max: MOST_KNOWN });
  return async (token) => {
    if ((known.get(token) ?? 0) > Date.now()) return null;
    try {
      const { token: claims } = await within(10_000, appCheck.verifyToken(token));
      known.set(token, claims.exp * 1000);
      return null;
    } catch (error) {
      return hasNoKeys(error) ? UNAVAILABLE : UNKNOWN_APP;
    }
  };
}

// The Admin SDK gives the code of a bad token to keys that it could not fetch as well; only the cause differs.
function hasNoKeys(error: unknown): boolean {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  return name === "TimeoutError" || cause?.code === "key-fetch-error";
}
