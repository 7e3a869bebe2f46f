import { attachmentPath, attachmentUrl } from "@logbook/domain";
import type { Auth } from "firebase/auth";
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getStorage,
  ref,
  type UploadTask,
  uploadBytesResumable,
} from "firebase/storage";
import { useEffect } from "react";
import { StorageProvider, useAuth, useStorage } from "reactfire";
import { newId } from "../../shared/api/new-id.ts";
import { emulatorOrigin, readFirebaseConfig } from "../../shared/config/firebase-config.ts";
import { FirebaseProviders, type FirebaseService } from "../../shared/firebase/firebase-providers.tsx";
import { type Upload, type UploadJob, type UploadOutcome, uploadFailure } from "./upload.ts";

// The SDK retries a failed request for this time. On a connection that transfers nothing the SDK would wait forever, so
// `watchProgress` cancels the upload after the same time.
const TIMEOUT_MS = 30_000;

/** Storage for uploads. It has no `close`, so an upload continues after `UploadProvider` is unmounted. */
const storageService: FirebaseService<FirebaseStorage> = {
  open(app) {
    const storage = getStorage(app);
    storage.maxUploadRetryTime = TIMEOUT_MS;
    storage.maxOperationRetryTime = TIMEOUT_MS;
    const { emulators } = readFirebaseConfig();
    if (emulators) {
      const { hostname, port } = new URL(emulatorOrigin(emulators.storage));
      connectStorageEmulator(storage, hostname, Number(port));
    }
    return storage;
  },
  Provider: StorageProvider,
};

/** Calls `onReady` with the function that uploads files. Reactfire provides Storage and Auth through hooks only. */
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
  useEffect(() => onReady((job) => upload(storage, auth, job)), [storage, auth, onReady]);
  return null;
}

/** Uploads to `attachments/{uid}/{issueId}/{fileId}`. The job `sweep` deletes files that no report lists. */
async function upload(storage: FirebaseStorage, auth: Auth, job: UploadJob): Promise<UploadOutcome> {
  const { folder, name, type, content, onProgress, signal } = job;
  // The rules forbid overwriting a file, and a failed attempt may have stored one, so each attempt uses a new id.
  const storedFile = { ...folder, fileId: newId() };
  try {
    await auth.authStateReady();
    // If the user of the draft has signed out, fail like an upload that Storage refuses.
    if (auth.currentUser?.uid !== folder.uid) throw { code: "storage/unauthenticated" };
    const task = uploadBytesResumable(ref(storage, attachmentPath(storedFile)), content, { contentType: type });
    signal.addEventListener("abort", () => task.cancel());
    await Promise.race([task, watchProgress(task, onProgress)]);
    return { kind: "uploaded", url: attachmentUrl(storedFile) };
  } catch (error) {
    console.error(`Failed to upload ${name}:`, error);
    return uploadFailure((error as { code?: string }).code);
  }
}

/** Calls `onProgress` until the task ends. Cancels the task and rejects after `TIMEOUT_MS` without progress. */
function watchProgress(task: UploadTask, onProgress: (fraction: number) => void): Promise<never> {
  return new Promise((_, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const stopTimer = () => clearTimeout(timer);
    const restartTimer = () => {
      stopTimer();
      timer = setTimeout(() => {
        task.cancel();
        // Reject at once with the SDK's code, because the cancelled task may reject much later.
        reject({ code: "storage/canceled" });
      }, TIMEOUT_MS);
    };
    restartTimer();
    task.on(
      "state_changed",
      ({ bytesTransferred, totalBytes }) => {
        restartTimer();
        onProgress(bytesTransferred / totalBytes);
      },
      stopTimer,
      stopTimer,
    );
  });
}
