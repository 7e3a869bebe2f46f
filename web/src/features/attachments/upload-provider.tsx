import { connectStorageEmulator, type FirebaseStorage, getStorage } from "firebase/storage";
import { useEffect } from "react";
import { StorageProvider, useAuth, useStorage } from "reactfire";
import { emulatorOrigin, firebaseConfig } from "../../shared/config/firebase-config.ts";
import { FirebaseProviders, type FirebaseService } from "../../shared/firebase/firebase-providers.tsx";
import type { Upload } from "./upload.ts";
import { createUpload } from "./upload-file.ts";

// The SDK retries a failed request for this long. Afterwards the upload fails.
const RETRY_TIMEOUT_MS = 30_000;

/** Storage for uploads. It has no `close`, so an upload continues after `UploadProvider` is unmounted. */
const storageService: FirebaseService<FirebaseStorage> = {
  open(app) {
    const storage = getStorage(app);
    storage.maxUploadRetryTime = RETRY_TIMEOUT_MS;
    storage.maxOperationRetryTime = RETRY_TIMEOUT_MS;
    const { emulators } = firebaseConfig();
    if (emulators) {
      const { hostname, port } = new URL(emulatorOrigin(emulators.storage));
      connectStorageEmulator(storage, hostname, Number(port));
    }
    return storage;
  },
  Provider: StorageProvider,
};

/**
 * Calls `onReady` with the function that uploads files. This is a component, because reactfire provides Storage and Auth
 * through hooks only. Shows nothing.
 */
export function UploadProvider({ onReady }: { onReady: (upload: Upload) => void }) {
  return (
    <FirebaseProviders service={storageService}>
      <StorageUpload onReady={onReady} />
    </FirebaseProviders>
  );
}

function StorageUpload({ onReady }: { onReady: (upload: Upload) => void }) {
  const storage = useStorage();
  const auth = useAuth();
  useEffect(() => onReady(createUpload(storage, auth)), [storage, auth, onReady]);
  return null;
}
