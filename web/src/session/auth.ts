import type { startFirebase } from "./firebase.ts";
import { keepToken, keptToken } from "./kept-token.ts";
import { getSession, leave } from "./store.ts";

type Firebase = ReturnType<typeof startFirebase>;

let started: Promise<Firebase> | undefined;

/** Firebase's app and Auth, loaded when first asked for. Rejects when the code cannot be loaded; ask again then. */
export function loadFirebase(): Promise<Firebase> {
  started ??= start().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(): Promise<Firebase> {
  const firebase = (await import("./firebase.ts")).startFirebase();
  await firebase.auth.authStateReady();
  // Another window of this browser may end the session at any time.
  firebase.onUser((uid) => {
    if (uid === null && getSession().state === "signed-in") leave();
  });
  return firebase;
}

/**
 * The signed-in user's ID token, or `null` when there is none to be had any more. `refresh` asks for a new one.
 * Rejects when the network fails.
 */
export async function getIdToken(refresh = false): Promise<string | null> {
  const uid = getSession().user?.id;
  const kept = refresh || uid === undefined ? null : keptToken(uid);
  if (kept !== null) return kept;
  const user = (await loadFirebase()).auth.currentUser;
  if (user === null || user.uid !== getSession().user?.id) return null;
  try {
    const token = await user.getIdToken(refresh);
    if (user.uid === getSession().user?.id) keepToken(user.uid, token, user.refreshToken);
    return token;
  } catch (error) {
    if ((error as { code?: string }).code === "auth/network-request-failed") throw error;
    return null;
  }
}
