import { initializeApp } from "firebase/app";
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signInWithCustomToken,
  signOut,
} from "firebase/auth";
import { emulatorOrigin, firebaseConfig } from "../config/firebase-config.ts";

/** Starts Firebase's app and Auth, without what sign-in by pop-up would need. This module is loaded lazily, once. */
export function startFirebase() {
  const { emulators, ...config } = firebaseConfig();
  const app = initializeApp(config);
  // In localStorage, where all that is kept of a session lies; a session from before is taken over from IndexedDB.
  const auth = initializeAuth(app, { persistence: [browserLocalPersistence, indexedDBLocalPersistence] });
  if (emulators) connectAuthEmulator(auth, emulatorOrigin(emulators.auth), { disableWarnings: true });
  return {
    app,
    auth,
    signIn: (token: string) => signInWithCustomToken(auth, token),
    signOut: () => signOut(auth),
    onUser: (listener: (uid: string | null) => void) => onAuthStateChanged(auth, (user) => listener(user?.uid ?? null)),
  };
}
