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
import { emulatorOrigin, readFirebaseConfig } from "../../shared/config/firebase-config.ts";
import { FirebaseProviders, type FirebaseService } from "../../shared/firebase/firebase-providers.tsx";
import { getSession } from "../../shared/session/store.ts";
import { ErrorBoundary } from "../../shared/ui/error-boundary.tsx";
import { noteStoredFollows } from "../news/index-lazy.ts";

/** Receives the board's new revision and the id of the written report, or `null` if the connection is lost. */
export type OnBoardEvent = (event: { revision: number; issueId: string } | null) => void;

/**
 * Listens to `boards/main` while mounted, and to what the user follows. Renders nothing. Throws while rendering if the
 * rules refuse reading the board.
 */
export function BoardListener({ onEvent }: { onEvent: OnBoardEvent }) {
  return (
    <FirebaseProviders service={firestoreService}>
      <Listener onEvent={onEvent} />
    </FirebaseProviders>
  );
}

function Listener({ onEvent }: { onEvent: OnBoardEvent }) {
  // `useState` calls this function once, before the first read below. A listener that failed before it was mounted has
  // run no cleanup, so its error may still be in reactfire's cache.
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
  const uid = getSession().user?.id;
  return (
    uid !== undefined && (
      // Without this document, only what another device has read shows later.
      <ErrorBoundary fallback={null}>
        <FollowsListener uid={uid} />
      </ErrorBoundary>
    )
  );
}

/** Listens to the user's own `follows/{uid}`, which changes when they read news or follow a report on any device. */
function FollowsListener({ uid }: { uid: string }) {
  const { data: follows } = useFirestoreDoc(doc(useFirestore(), "follows", uid), { suspense: false });
  useEffect(() => {
    if (follows !== undefined && !follows.metadata.fromCache) noteStoredFollows(follows.data() ?? {});
  }, [follows]);
  return null;
}

/** Without this call reactfire would keep the board after a sign-out, and a failed listener's error at each retry. */
function clearReactfireCache(): void {
  (globalThis as { _reactFirePreloadedObservables?: Map<string, unknown> })._reactFirePreloadedObservables?.clear();
}

// A listener that is unmounted early still opens Firestore, and then closes it. Meanwhile the next listener may have
// opened the same Firestore instance, so only the last `close` terminates the instance.
let openCount = 0;

/** Firestore without a cache on disk. Reactfire never ends a subscription, so `close` terminates the whole instance. */
const firestoreService: FirebaseService<Firestore> = {
  open(app) {
    openCount += 1;
    // The page shows and logs a lost connection once; the SDK would log every attempt.
    setLogLevel("silent");
    const firestore = initializeFirestore(app, {});
    const { emulators } = readFirebaseConfig();
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
