import { connectStorageEmulator, type FirebaseStorage, getStorage } from "firebase/storage";
import { StorageProvider } from "reactfire";
import { emulatorOrigin, firebaseConfig } from "../../shared/config/firebase-config.ts";
import type { FirebaseService } from "../../shared/firebase/firebase-providers.tsx";

// The SDK retries for this long; then the upload fails.
const RETRY_TIMEOUT_MS = 30_000;

/** Storage for uploads. It is never closed, so an upload outlives the component that opened it. */
export const storageService: FirebaseService<FirebaseStorage> = {
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
