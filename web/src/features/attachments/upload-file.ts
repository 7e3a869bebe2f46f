import { attachmentPath, attachmentUrl } from "@logbook/domain";
import type { Auth } from "firebase/auth";
import { type FirebaseStorage, ref, type UploadTask, uploadBytesResumable } from "firebase/storage";
import { newId } from "../../shared/api/new-id.ts";
import type { Upload, UploadOutcome } from "./upload.ts";
import { uploadFailure } from "./upload-failures.ts";

// On a connection that hangs, the SDK itself would wait forever.
const STALL_TIMEOUT_MS = 30_000;

/**
 * Uploads to `attachments/{uid}/{issueId}/{fileId}`. Each attempt has a new fileId: objects are never overwritten, so
 * after a lost response the stored object would block the next attempt. The job `sweep` deletes unused objects.
 */
export function createUpload(storage: FirebaseStorage, auth: Auth): Upload {
  return async ({ folder, name, type, content, onProgress, signal }) => {
    await auth.authStateReady();
    if (auth.currentUser?.uid !== folder.uid) return logFailure(name, { code: "storage/unauthenticated" });
    const file = { ...folder, fileId: newId() };
    const task = uploadBytesResumable(ref(storage, attachmentPath(file)), content, { contentType: type });
    const cancel = () => task.cancel();
    signal.addEventListener("abort", cancel);
    try {
      await Promise.race([task, rejectWhenStalled(task, onProgress)]);
      return { kind: "uploaded", url: attachmentUrl(file) };
    } catch (error) {
      return logFailure(name, error as { code?: string });
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

function logFailure(name: string, error: { code?: string }): UploadOutcome {
  console.error(`Failed to upload ${name}:`, error);
  return uploadFailure(error.code);
}

/** Reports a task's progress. Cancels the task and rejects if there is no progress for `STALL_TIMEOUT_MS`. */
function rejectWhenStalled(task: UploadTask, onProgress: (fraction: number) => void): Promise<never> {
  return new Promise((_, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    let mostBytes = -1;
    const stopTimer = () => clearTimeout(timer);
    const startTimer = () => {
      timer = setTimeout(() => {
        task.cancel();
        reject({ code: "storage/canceled" });
      }, STALL_TIMEOUT_MS);
    };
    startTimer();
    task.on(
      "state_changed",
      ({ bytesTransferred, totalBytes }) => {
        // After an interruption the SDK may start again from fewer bytes; that is no progress.
        if (bytesTransferred <= mostBytes) return;
        mostBytes = bytesTransferred;
        stopTimer();
        startTimer();
        onProgress(bytesTransferred / totalBytes);
      },
      stopTimer,
      stopTimer,
    );
  });
}
