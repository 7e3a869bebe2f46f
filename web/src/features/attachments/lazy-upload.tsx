import { loadFirebase } from "../../shared/session/auth.ts";
import { renderInBackground } from "../../shared/ui/background.ts";
import type { Upload } from "./upload.ts";

let uploadPromise: Promise<Upload> | null = null;

/** Loads the code that uploads files. If this fails, resolves with an upload that fails; the next call tries again. */
export function loadUploadCode(): Promise<Upload> {
  uploadPromise ??= loadAndRender().catch((error: unknown): Upload => {
    console.error("Failed to load a part of the page:", error);
    uploadPromise = null;
    const reason = "The upload could not be started. Please check your connection and try again.";
    return async () => ({ kind: "failed", reason, gotNoResponse: true });
  });
  return uploadPromise;
}

export const upload: Upload = async (job) => (await loadUploadCode())(job);

/** Renders `UploadProvider`, which gets Storage and Auth from reactfire's hooks. Resolves with its upload function. */
async function loadAndRender(): Promise<Upload> {
  // Load Firebase here, because a failure while React renders `UploadProvider` could not be caught by the caller.
  const [{ UploadProvider }] = await Promise.all([import("./upload-provider.tsx"), loadFirebase()]);
  // Render this outside the form, because files may still be uploaded after another screen has replaced the form.
  return new Promise((resolve) => renderInBackground(<UploadProvider onReady={resolve} />));
}
