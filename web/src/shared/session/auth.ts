import type { FirebaseApp } from "firebase/app";
import { firebaseConfig } from "../config/firebase-config.ts";
import type { startFirebase } from "./firebase.ts";
import { endSession, getSession, readStoredUser, sessionStore } from "./store.ts";
import { readStoredToken, storeToken } from "./stored-token.ts";

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
  signOutOtherUsers(loaded);
  return loaded;
}

/** Ends the page's session when Auth has no user any more, such as after a sign-out in another window. */
function endSessionWithAuth({ onAuthUserChange }: Firebase): void {
  onAuthUserChange((uid) => {
    if (uid === null && getSession().state === "signed-in") endSession();
  });
}

// During a sign-in Auth has the new user before the page has it, in this window and in others. So the check waits.
const CHECK_DELAY_MS = 1_000;

/**
 * Signs Auth out if its user is not the page's user. Otherwise Auth could have a user after a sign-out: it stores its
 * user again with each response, and takes over the user that Auth in another window has stored.
 */
function signOutOtherUsers({ auth, onAuthUserChange, signOut }: Firebase): void {
  const signOutOtherUser = () => {
    const uid = auth.currentUser?.uid;
    if (uid !== undefined && uid !== getSession().user?.id && uid !== readStoredUser()?.id) void signOut();
  };
  const checkAfterDelay = () => setTimeout(signOutOtherUser, CHECK_DELAY_MS);
  onAuthUserChange(checkAfterDelay);
  sessionStore.subscribe(checkAfterDelay);
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
  const stored = needsNewToken || uid === undefined ? null : readStoredToken(uid);
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

/** The App Check token for a call of the API. `null` if App Check is off, or if it fails: the API may refuse the call. */
export async function getAppCheckToken(): Promise<string | null> {
  if (firebaseConfig().recaptchaSiteKey === undefined) return null;
  try {
    return (await (await loadFirebase()).getAppCheckToken?.()) ?? null;
  } catch (error) {
    console.error("Failed to get an App Check token:", error);
    return null;
  }
}
