import { connectStorageEmulator, type FirebaseStorage, getStorage } from "firebase/storage";
import { StorageProvider } from "reactfire";
import { emulatorOrigin, firebaseConfig } from "../../shared/config/firebase-config.ts";
import type { FirebaseService } from "../../shared/firebase/firebase-providers.tsx";

// What the SDK goes on trying for by itself; past it the person is told.
const RETRY_MS = 30_000;

/** Storage, for uploads. It stays open as long as the page. */
export const storageService: FirebaseService<FirebaseStorage> = {
  open(app) {
    const storage = getStorage(app);
    storage.maxUploadRetryTime = RETRY_MS;
    storage.maxOperationRetryTime = RETRY_MS;
    const { emulators } = firebaseConfig();
    if (emulators) {
      const { hostname, port } = new URL(emulatorOrigin(emulators.storage));
      connectStorageEmulator(storage, hostname, Number(port));
    }
    return storage;
  },
  Provider: StorageProvider,
};
