import type { FirebaseApp } from "firebase/app";
import { firebaseConfig } from "../config/firebase-config.ts";
import type { startFirebase } from "./firebase.ts";
import { endSession, getSession, readStoredUser, sessionStore } from "./store.ts";
import { readStoredToken, storeToken } from "./stored-token.ts";

type GetToken = () => Promise<string>;
type Firebase = ReturnType<typeof startFirebase> & { getAppCheckToken: GetToken | undefined };

let firebasePromise: Promise<Firebase> | undefined;

/** Loads and starts Firebase's app and Auth, once. Rejects if the code cannot be loaded; the next call tries again. */
export function loadFirebase(): Promise<Firebase> {
  firebasePromise ??= loadAndStart().catch((error: unknown) => {
    firebasePromise = undefined;
    throw error;
  });
  return firebasePromise;
}

async function loadAndStart(): Promise<Firebase> {
  const [{ startFirebase }, startAppCheck] = await Promise.all([import("./firebase.ts"), loadAppCheck()]);
  const appAndAuth = startFirebase();
  // App Check has to start before the first call to Firebase.
  const firebase = { ...appAndAuth, getAppCheckToken: startAppCheck?.(appAndAuth.app) };
  await firebase.auth.authStateReady();
  endSessionWithAuth(firebase);
  signOutOtherUsers(firebase);
  return firebase;
}

/** Ends the page's session when Auth no longer has a user, such as after a sign-out in another window. */
function endSessionWithAuth({ onAuthUserChange }: Firebase): void {
  onAuthUserChange((uid) => {
    // A session that is `loading` is ended by start/restore-session.ts.
    if (uid === null && getSession().state === "signed-in") endSession();
  });
}

// During a sign-in Auth knows the new user before the page does, in every window. So the check of the user waits.
const CHECK_DELAY_MS = 1_000;

/**
 * Signs Auth out if its user is not the page's user. Otherwise Auth could have a user after a sign-out: Auth stores
 * its user again with each response, and takes over the user that Auth in another window has stored.
 */
function signOutOtherUsers({ auth, onAuthUserChange, signOut }: Firebase): void {
  const signOutOtherUser = () => {
    const uid = auth.currentUser?.uid;
    // Another user may have signed in in another window: then the stored user is Auth's user, and stays signed in.
    if (uid !== undefined && uid !== getSession().user?.id && uid !== readStoredUser()?.id) void signOut();
  };
  const checkAfterDelay = () => setTimeout(signOutOtherUser, CHECK_DELAY_MS);
  onAuthUserChange(checkAfterDelay);
  sessionStore.subscribe(checkAfterDelay);
}

async function loadAppCheck(): Promise<((app: FirebaseApp) => GetToken) | undefined> {
  const { recaptchaSiteKey } = firebaseConfig();
  if (recaptchaSiteKey === undefined) return undefined;
  const { startAppCheck } = await import("./app-check.ts");
  return (app) => startAppCheck(app, recaptchaSiteKey);
}

/** The user's ID token, or `null` if the session has ended. Rejects when the network fails. */
export async function getIdToken(needsNewToken: boolean): Promise<string | null> {
  const uid = getSession().user?.id;
  const storedToken = needsNewToken || uid === undefined ? null : readStoredToken(uid);
  if (storedToken !== null) return storedToken;
  const user = (await loadFirebase()).auth.currentUser;
  if (user === null || user.uid !== getSession().user?.id) return null;
  try {
    const token = await user.getIdToken(needsNewToken);
    // The user may have signed out meanwhile.
    if (user.uid === getSession().user?.id) storeToken(user.uid, token, user.refreshToken);
    return token;
  } catch (error) {
    if ((error as { code?: string }).code === "auth/network-request-failed") throw error;
    // Any other error counts as the end of the session.
    return null;
  }
}

/** The App Check token for a call of the API. `null` if App Check is off or fails; the API may then refuse the call. */
export async function getAppCheckToken(): Promise<string | null> {
  if (firebaseConfig().recaptchaSiteKey === undefined) return null;
  try {
    const firebase = await loadFirebase();
    return (await firebase.getAppCheckToken?.()) ?? null;
  } catch (error) {
    console.error("Failed to get an App Check token:", error);
    return null;
  }
}
