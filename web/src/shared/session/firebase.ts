import { initializeApp } from "firebase/app";
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  onAuthStateChanged,
  signInWithCustomToken,
  signOut,
} from "firebase/auth";
import { emulatorOrigin, readFirebaseConfig } from "../config/firebase-config.ts";
import { endSession, getSession, readStoredUser, sessionStore } from "./store.ts";

/** Starts Firebase's app and Auth, without the code for sign-in by pop-up. This module is loaded lazily (`auth.ts`). */
export function startFirebase() {
  const { emulators, ...config } = readFirebaseConfig();
  const app = initializeApp(config);
  // Auth keeps its user in localStorage, so that a sign-out can remove all of the session's data (`local-storage.ts`).
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (emulators) connectAuthEmulator(auth, emulatorOrigin(emulators.auth), { disableWarnings: true });
  return {
    app,
    auth,
    signIn: (token: string) => signInWithCustomToken(auth, token),
    signOut: () => signOut(auth),
  };
}

// During a sign-in Auth knows the new user before the page does, in every window. So the check of the user waits.
const CHECK_DELAY_MS = 1_000;

/**
 * Ends the page's session when Auth no longer has a user, such as after a sign-out in another window. Signs Auth out if
 * its user is not the page's user. Otherwise Auth could have a user after a sign-out: Auth stores its user again with
 * each response, and takes over the user that Auth in another window has stored.
 */
export function connectSession(auth: Auth): void {
  const signOutOtherUser = () => {
    const uid = auth.currentUser?.uid;
    // Another user may have signed in in another window: then the stored user is Auth's user, and stays signed in.
    if (uid !== undefined && uid !== getSession().user?.id && uid !== readStoredUser()?.id) void signOut(auth);
  };
  const checkAfterDelay = () => setTimeout(signOutOtherUser, CHECK_DELAY_MS);
  onAuthStateChanged(auth, (user) => {
    // A session that is `loading` is ended by start/restore-session.ts.
    if (user === null && getSession().state === "signed-in") endSession();
    checkAfterDelay();
  });
  sessionStore.subscribe(checkAfterDelay);
}
