import { doc } from "firebase/firestore";
import { useEffect, useLayoutEffect, useState } from "react";
import { useFirestore, useFirestoreDoc } from "reactfire";
import { FirebaseProviders } from "../../shared/firebase/firebase-providers.tsx";
import { firestoreService } from "./firestore-service.ts";

/** The board's revision as the server has it, or the loss of the connection to the server. */
export type BoardEvent = { kind: "revision"; revision: number } | { kind: "disconnected" };

interface BoardListenerProps {
  onEvent: (event: BoardEvent) => void;
}

/** Listens to `boards/main` while it is mounted. Throws to the next error boundary if the rules refuse it. Shows nothing. */
export function BoardListener({ onEvent }: BoardListenerProps) {
  return (
    <FirebaseProviders service={firestoreService}>
      <Listener onEvent={onEvent} />
    </FirebaseProviders>
  );
}

function Listener({ onEvent }: BoardListenerProps) {
  // Also before the first read: a listener that failed before it was mounted has not run its cleanup.
  useState(clearReactfireCache);
  const { data: board } = useFirestoreDoc(doc(useFirestore(), "boards/main"), { suspense: false });
  useEffect(() => {
    if (board === undefined) return;
    const revision: unknown = board.get("revision");
    // Without a connection the SDK answers from its cache, even an empty one, and goes on trying.
    if (board.metadata.fromCache) onEvent({ kind: "disconnected" });
    else if (typeof revision === "number") onEvent({ kind: "revision", revision });
  }, [board, onEvent]);
  useLayoutEffect(() => clearReactfireCache, []);
  return null;
}

/** In reactfire's cache a snapshot would outlive a sign-out, and an error would outlive every retry. */
function clearReactfireCache(): void {
  (globalThis as { _reactFirePreloadedObservables?: Map<string, unknown> })._reactFirePreloadedObservables?.clear();
}
