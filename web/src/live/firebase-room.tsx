import { connectStorageEmulator, type FirebaseStorage, getStorage } from "firebase/storage";
import { type ReactNode, Suspense, use, useState } from "react";
import { AuthProvider, FirebaseAppProvider, StorageProvider } from "reactfire";
import { emulatorOrigin, firebaseConfig } from "../config/firebase-config.ts";
import { loadFirebase } from "../session/auth.ts";

// What the SDK goes on trying for by itself; past it the person is told.
const RETRY_MS = 30_000;

type Opened = Awaited<ReturnType<typeof open>>;

let opened: Promise<Opened> | undefined;

async function open() {
  const { app, auth } = await loadFirebase();
  const storage: FirebaseStorage = getStorage(app);
  storage.maxUploadRetryTime = RETRY_MS;
  storage.maxOperationRetryTime = RETRY_MS;
  const { emulators } = firebaseConfig();
  if (emulators) {
    const { hostname, port } = new URL(emulatorOrigin(emulators.storage));
    connectStorageEmulator(storage, hostname, Number(port));
  }
  return { app, auth, storage };
}

/** The room once opened; asked for again after a failure, it is opened anew. */
function openOnce(): Promise<Opened> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/**
 * Where reactfire's hooks work: its app, Auth and Storage are those of the session. Shows its children once they are
 * loaded, and throws to the next error boundary when they cannot be; mounted anew, it tries again. Load this module
 * lazily, and key the room by the user's id.
 */
export function FirebaseRoom({ children }: { children: ReactNode }) {
  // Kept in state outside of what suspends: a new promise on every try to draw would ask for ever.
  const [opening] = useState(openOnce);
  return (
    <Suspense fallback={null}>
      <Providers opening={opening}>{children}</Providers>
    </Suspense>
  );
}

function Providers({ opening, children }: { opening: Promise<Opened>; children: ReactNode }) {
  const { app, auth, storage } = use(opening);
  return (
    <FirebaseAppProvider firebaseApp={app} suspense={false}>
      <AuthProvider sdk={auth}>
        <StorageProvider sdk={storage}>{children}</StorageProvider>
      </AuthProvider>
    </FirebaseAppProvider>
  );
}
