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

/** Starts Firebase's app and Auth, without what sign-in by pop-up would need. This module is loaded lazily, once. */
export function startFirebase() {
  const { emulators, ...config } = firebaseConfig();
  const app = initializeApp(config);
  // In localStorage alone, where all that is kept of a session lies and is forgotten (`kept.ts`).
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (emulators) connectAuthEmulator(auth, emulatorOrigin(emulators.auth), { disableWarnings: true });
  return {
    app,
    auth,
    signIn: (token: string) => signInWithCustomToken(auth, token),
    signOut: () => signOut(auth),
    onUser: (listener: (uid: string | null) => void) => onAuthStateChanged(auth, (user) => listener(user?.uid ?? null)),
  };
}
