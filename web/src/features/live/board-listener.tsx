import {
  connectFirestoreEmulator,
  doc,
  type Firestore,
  initializeFirestore,
  setLogLevel,
  terminate,
} from "firebase/firestore";
import { useEffect, useLayoutEffect, useState } from "react";
import { FirestoreProvider, useFirestore, useFirestoreDoc } from "reactfire";
import { emulatorOrigin, firebaseConfig } from "../../shared/config/firebase-config.ts";
import { FirebaseProviders, type FirebaseService } from "../../shared/firebase/firebase-providers.tsx";

/** The board as the server has it: its revision, and the report that was written last. */
export interface BoardMove {
  revision: number;
  issueId: string;
}

/** Gets the board's last move, or `null` if the connection to the server is lost. */
export type OnBoardEvent = (move: BoardMove | null) => void;

/** Listens to `boards/main` while mounted. Throws to the next error boundary if the rules refuse. Renders nothing. */
export function BoardListener({ onEvent }: { onEvent: OnBoardEvent }) {
  return (
    <FirebaseProviders service={firestoreService}>
      <Listener onEvent={onEvent} />
    </FirebaseProviders>
  );
}

function Listener({ onEvent }: { onEvent: OnBoardEvent }) {
  // Also before the first read: a listener that failed before it was mounted has not run its cleanup.
  useState(clearReactfireCache);
  const { data: board } = useFirestoreDoc(doc(useFirestore(), "boards/main"), { suspense: false });
  useEffect(() => {
    if (board === undefined) return;
    const [revision, issueId]: unknown[] = [board.get("revision"), board.get("issueId")];
    // Without a connection the SDK answers from its cache, even an empty one, and goes on trying.
    if (board.metadata.fromCache) onEvent(null);
    else if (typeof revision === "number") onEvent({ revision, issueId: String(issueId) });
  }, [board, onEvent]);
  useLayoutEffect(() => clearReactfireCache, []);
  return null;
}

/** In reactfire's cache a snapshot would outlive a sign-out, and an error would outlive every retry. */
function clearReactfireCache(): void {
  (globalThis as { _reactFirePreloadedObservables?: Map<string, unknown> })._reactFirePreloadedObservables?.clear();
}

// If a second listener starts before the first has opened, both get the same Firestore. The last one to close ends it.
let openCount = 0;

/** Firestore without a cache on disk. Each listener opens and closes it: reactfire itself never ends a subscription. */
const firestoreService: FirebaseService<Firestore> = {
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
