import { attachmentPath, attachmentUrl } from "@logbook/domain";
import type { Auth } from "firebase/auth";
import { type FirebaseStorage, ref, type UploadTask, uploadBytesResumable } from "firebase/storage";
import { newId } from "../../shared/api/new-id.ts";
import type { Upload, UploadOutcome } from "./upload.ts";
import { uploadFailure } from "./upload-failures.ts";

// A line that takes no byte for this long is dead. The SDK itself would wait for ever on one that just hangs.
const STALL_MS = 30_000;

/**
 * Uploads to `attachments/{uid}/{issueId}/{fileId}`. Every try has a fileId of its own: objects are never overwritten, so
 * a try that was stored but whose answer got lost would stand in the next one's way. The sweep removes such leftovers.
 */
export function createUpload(storage: FirebaseStorage, auth: Auth): Upload {
  return async ({ place, name, type, content, onProgress, signal }) => {
    await auth.authStateReady();
    if (auth.currentUser?.uid !== place.uid) return failed(name, { code: "storage/unauthenticated" });
    const file = { ...place, fileId: newId() };
    const task = uploadBytesResumable(ref(storage, attachmentPath(file)), content, { contentType: type });
    const giveUp = () => task.cancel();
    signal.addEventListener("abort", giveUp);
    try {
      await Promise.race([task, stalled(task, onProgress)]);
      return { kind: "uploaded", url: attachmentUrl(file) };
    } catch (error) {
      return failed(name, error as { code?: string });
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  };
}

function failed(name: string, error: { code?: string }): UploadOutcome {
  console.error(`Failed to upload ${name}:`, error);
  return uploadFailure(error.code);
}

/** Follows a task's progress; rejects, and cancels the task, when there is none for too long. */
function stalled(task: UploadTask, onProgress: (fraction: number) => void): Promise<never> {
  return new Promise((_, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    let furthest = -1;
    const stop = () => clearTimeout(timer);
    const wait = () => {
      timer = setTimeout(() => {
        task.cancel();
        reject({ code: "storage/canceled" });
      }, STALL_MS);
    };
    wait();
    task.on(
      "state_changed",
      ({ bytesTransferred, totalBytes }) => {
        // After a break the SDK may begin again from less; that is no progress.
        if (bytesTransferred <= furthest) return;
        furthest = bytesTransferred;
        stop();
        wait();
        onProgress(bytesTransferred / totalBytes);
      },
      stop,
      stop,
    );
  });
}
