import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  setLogLevel,
  terminate,
} from "firebase/firestore";
import { FirestoreProvider } from "reactfire";
import { emulatorOrigin, firebaseConfig } from "../../shared/config/firebase-config.ts";
import type { Service } from "../../shared/firebase/firebase-room.tsx";

// Two visits have one Firestore between them where the second began before the first was open: the last one out ends it.
let visits = 0;

/** Firestore with nothing kept on the device, opened for each visit: reactfire never ends a listener, closing does. */
export const firestoreService: Service<Firestore> = {
  open(app) {
    visits += 1;
    // A lost line is told in the page and logged once by it; the SDK would log every try.
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
    visits -= 1;
    if (visits === 0) void terminate(firestore);
  },
  Provider: FirestoreProvider,
};
