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
  // Runs once before the first read, because a listener that failed before it was mounted has not run its cleanup.
  useState(clearReactfireCache);
  const { data: board } = useFirestoreDoc(doc(useFirestore(), "boards/main"), { suspense: false });
  useEffect(() => {
    if (board === undefined) return;
    const revision: unknown = board.get("revision");
    // Without a connection the SDK answers from its cache, even from an empty one, and keeps trying to connect.
    if (board.metadata.fromCache) onEvent(null);
    else if (typeof revision === "number") onEvent({ revision, issueId: String(board.get("issueId")) });
  }, [board, onEvent]);
  useLayoutEffect(() => clearReactfireCache, []);
  return null;
}

/** Otherwise a document in reactfire's cache would outlive a sign-out, and an error in it every retry. */
function clearReactfireCache(): void {
  (globalThis as { _reactFirePreloadedObservables?: Map<string, unknown> })._reactFirePreloadedObservables?.clear();
}

// If a second listener starts before the first has opened, both get the same Firestore. The last close ends it.
let openCount = 0;

/** Firestore without a cache on disk. Each listener opens and closes it: reactfire never ends a subscription. */
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
