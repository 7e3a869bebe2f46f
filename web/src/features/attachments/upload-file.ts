import { attachmentPath, attachmentUrl } from "@logbook/domain";
import type { Auth } from "firebase/auth";
import { type FirebaseStorage, ref, type UploadTask, uploadBytesResumable } from "firebase/storage";
import { newId } from "../../shared/api/report-writes.ts";
import type { Upload, UploadOutcome } from "./upload.ts";
import { uploadFailure } from "./upload-failures.ts";

// Without this timeout, the SDK would wait forever on a connection that transfers nothing.
const STALL_TIMEOUT_MS = 30_000;

/**
 * Returns the function that uploads to `attachments/{uid}/{issueId}/{fileId}`. The rules forbid overwriting a file, and
 * a failed attempt may have stored one. So each attempt uses a new fileId. The job `sweep` deletes unused files.
 */
export function createUpload(storage: FirebaseStorage, auth: Auth): Upload {
  return async ({ folder, name, type, content, onProgress, signal }) => {
    await auth.authStateReady();
    const isStillSignedIn = auth.currentUser?.uid === folder.uid;
    if (!isStillSignedIn) return logAndDescribeFailure(name, { code: "storage/unauthenticated" });
    const storedFile = { ...folder, fileId: newId() };
    const task = uploadBytesResumable(ref(storage, attachmentPath(storedFile)), content, { contentType: type });
    const cancel = () => task.cancel();
    signal.addEventListener("abort", cancel);
    try {
      await Promise.race([task, watchProgress(task, onProgress)]);
      return { kind: "uploaded", url: attachmentUrl(storedFile) };
    } catch (error) {
      return logAndDescribeFailure(name, error as { code?: string });
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

function logAndDescribeFailure(name: string, error: { code?: string }): UploadOutcome {
  console.error(`Failed to upload ${name}:`, error);
  return uploadFailure(error.code);
}

/** Calls `onProgress` until the task ends. Cancels the task and rejects after `STALL_TIMEOUT_MS` without progress. */
function watchProgress(task: UploadTask, onProgress: (fraction: number) => void): Promise<never> {
  return new Promise((_, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    // Below 0, so that the first event counts as progress even if it reports 0 bytes.
    let mostBytes = -1;
    const stopTimer = () => clearTimeout(timer);
    const startTimer = () => {
      timer = setTimeout(() => {
        task.cancel();
        // Reject at once, because the task itself may reject much later.
        reject({ code: "storage/canceled" });
      }, STALL_TIMEOUT_MS);
    };
    startTimer();
    task.on(
      "state_changed",
      ({ bytesTransferred, totalBytes }) => {
        // After an interruption the SDK may resume with fewer bytes than before: this is no progress.
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
