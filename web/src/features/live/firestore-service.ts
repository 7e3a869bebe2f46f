import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  setLogLevel,
  terminate,
} from "firebase/firestore";
import { FirestoreProvider } from "reactfire";
import { emulatorOrigin, firebaseConfig } from "../../shared/config/firebase-config.ts";
import type { FirebaseService } from "../../shared/firebase/firebase-providers.tsx";

// If a second listener starts before the first has opened, both get the same Firestore: the last one to close ends it.
let openCount = 0;

/** Firestore without a cache on disk. Each listener opens and closes it, because reactfire never ends a subscription itself. */
export const firestoreService: FirebaseService<Firestore> = {
  open(app) {
    openCount += 1;
    // The page shows and logs a lost connection once; the SDK would log every attempt.
    setLogLevel("silent");
    const firestore = initializeFirestore(app, {});
    const { emulators } = firebaseConfig();
    if (emulators) {
      const { hostname, port } = new URL(emulatorOrigin(emulators.firestore));
      connectFirestoreEmulator(firestore, hostname, Number(port));
    }
    return firestore;
  },
  close(firestore) {
    openCount -= 1;
    if (openCount === 0) void terminate(firestore);
  },
  Provider: FirestoreProvider,
};
