import { doc } from "firebase/firestore";
import { useEffect, useLayoutEffect, useState } from "react";
import { useFirestore, useFirestoreDoc } from "reactfire";
import { FirebaseRoom } from "../../shared/firebase/firebase-room.tsx";
import { firestoreService } from "./firestore-service.ts";

/** What the listener tells: the board's revision as the server has it, or that the line to the server is cut. */
export type Heard = { kind: "revision"; revision: number } | { kind: "cut" };

/** Listens to `boards/main` while it is mounted. Throws to the next error boundary when listening is refused. Shows nothing. */
export function BoardRoom({ onHeard }: { onHeard: (heard: Heard) => void }) {
  return (
    <FirebaseRoom service={firestoreService}>
      <Listener onHeard={onHeard} />
    </FirebaseRoom>
  );
}

function Listener({ onHeard }: { onHeard: (heard: Heard) => void }) {
  // Before as well as after: a listener that failed before it was ever shown had no after.
  useState(forgetHeard);
  const { data: board } = useFirestoreDoc(doc(useFirestore(), "boards/main"), { suspense: false });
  useEffect(() => {
    if (board === undefined) return;
    const revision: unknown = board.get("revision");
    // The SDK answers from its cache, be it empty, once it gave the line up for lost; it goes on trying.
    if (board.metadata.fromCache) onHeard({ kind: "cut" });
    else if (typeof revision === "number") onHeard({ kind: "revision", revision });
  }, [board, onHeard]);
  useLayoutEffect(() => forgetHeard, []);
  return null;
}

/** Empties reactfire's cache: what was heard would outlive a sign-out there, and a failure every new try. */
function forgetHeard(): void {
  (globalThis as { _reactFirePreloadedObservables?: Map<string, unknown> })._reactFirePreloadedObservables?.clear();
}
