import { connectStorageEmulator, type FirebaseStorage, getStorage } from "firebase/storage";
import { useEffect } from "react";
import { StorageProvider, useAuth, useStorage } from "reactfire";
import { emulatorOrigin, firebaseConfig } from "../../shared/config/firebase-config.ts";
import { FirebaseProviders, type FirebaseService } from "../../shared/firebase/firebase-providers.tsx";
import type { Upload } from "./upload.ts";
import { createUpload } from "./upload-file.ts";

// The SDK retries for this long; then the upload fails.
const RETRY_TIMEOUT_MS = 30_000;

/** Storage for uploads. It is never closed, so an upload outlives the component that opened it. */
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

/** Passes the function that uploads files to `onReady`. Renders nothing. */
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
