import type { FirebaseApp } from "firebase/app";
import { firebaseConfig } from "../config/firebase-config.ts";
import type { startFirebase } from "./firebase.ts";
import { endSession, getSession, sessionStore, storedUser } from "./store.ts";
import { storedToken, storeToken } from "./stored-token.ts";

type Firebase = ReturnType<typeof startFirebase> & { getAppCheckToken: (() => Promise<string>) | undefined };

let firebase: Promise<Firebase> | undefined;

/** Loads and starts Firebase's app and Auth, once. Rejects if the code cannot be loaded; the next call tries again. */
export function loadFirebase(): Promise<Firebase> {
  firebase ??= start().catch((error: unknown) => {
    firebase = undefined;
    throw error;
  });
  return firebase;
}

async function start(): Promise<Firebase> {
  const [{ startFirebase }, startAppCheck] = await Promise.all([import("./firebase.ts"), loadAppCheck()]);
  const started = startFirebase();
  // App Check has to start before the first call to Firebase.
  const loaded = { ...started, getAppCheckToken: startAppCheck?.(started.app) };
  await loaded.auth.authStateReady();
  endSessionWithAuth(loaded);
  signOutStrangers(loaded);
  return loaded;
}

/** Ends the page's session when Auth has no user any more: another window of this browser may have signed out. */
function endSessionWithAuth({ onUser }: Firebase): void {
  onUser((uid) => {
    if (uid === null && getSession().state === "signed-in") endSession();
  });
}

// During a sign-in Auth has its user before the page has, in this window and in the others.
const SIGN_IN_MS = 1_000;

/**
 * Signs Auth out if its user is not the page's. Auth stores its user again with each response, and takes over the user
 * that Auth in another window stored, even after a sign-out.
 */
function signOutStrangers({ auth, onUser, signOut }: Firebase): void {
  const signOutStranger = () => {
    const uid = auth.currentUser?.uid;
    if (uid !== undefined && uid !== getSession().user?.id && uid !== storedUser()?.id) void signOut();
  };
  const checkAfterSignIn = () => setTimeout(signOutStranger, SIGN_IN_MS);
  onUser(checkAfterSignIn);
  sessionStore.subscribe(checkAfterSignIn);
}

async function loadAppCheck(): Promise<((app: FirebaseApp) => () => Promise<string>) | undefined> {
  const { recaptchaSiteKey } = firebaseConfig();
  if (recaptchaSiteKey === undefined) return undefined;
  const { startAppCheck } = await import("./app-check.ts");
  return (app) => startAppCheck(app, recaptchaSiteKey);
}

/** The user's ID token, or `null` if the session has ended. Rejects when the network fails. */
export async function getIdToken(needsNewToken: boolean): Promise<string | null> {
  const uid = getSession().user?.id;
  const stored = needsNewToken || uid === undefined ? null : storedToken(uid);
  if (stored !== null) return stored;
  const user = (await loadFirebase()).auth.currentUser;
  if (user === null || user.uid !== getSession().user?.id) return null;
  try {
    const token = await user.getIdToken(needsNewToken);
    if (user.uid === getSession().user?.id) storeToken(user.uid, token, user.refreshToken);
    return token;
  } catch (error) {
    if ((error as { code?: string }).code === "auth/network-request-failed") throw error;
    return null;
  }
}

/** The App Check token for a call of the API. `null` if App Check is off or has no token; the API then decides. */
export async function getAppCheckToken(): Promise<string | null> {
  if (firebaseConfig().recaptchaSiteKey === undefined) return null;
  try {
    return (await (await loadFirebase()).getAppCheckToken?.()) ?? null;
  } catch (error) {
    console.error("Failed to get an App Check token:", error);
    return null;
  }
}
