import { initializeApp } from "firebase/app";
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  onAuthStateChanged,
  signInWithCustomToken,
  signOut,
} from "firebase/auth";
import { emulatorOrigin, firebaseConfig } from "../config/firebase-config.ts";

/** Starts Firebase's app and Auth, without the code for sign-in by pop-up. This module is loaded lazily (`auth.ts`). */
export function startFirebase() {
  const { emulators, ...config } = firebaseConfig();
  const app = initializeApp(config);
  // Auth keeps its user in localStorage, so that a sign-out can remove all of the session's data (`local-storage.ts`).
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (emulators) connectAuthEmulator(auth, emulatorOrigin(emulators.auth), { disableWarnings: true });
  return {
    app,
    auth,
    signIn: (token: string) => signInWithCustomToken(auth, token),
    signOut: () => signOut(auth),
    onAuthUserChange: (listener: (uid: string | null) => void) =>
      onAuthStateChanged(auth, (user) => listener(user?.uid ?? null)),
  };
}
