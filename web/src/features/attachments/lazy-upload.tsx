import { loadFirebase } from "../../shared/session/auth.ts";
import { renderInBackground } from "../../shared/ui/background.ts";
import type { Upload } from "./upload.ts";

let uploadPromise: Promise<Upload> | null = null;

/** Loads the code that uploads files. If loading fails, resolves with an upload that fails; the next call tries again. */
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

/** The upload code must be rendered, because `UploadProvider` gets Storage and Auth from reactfire's hooks. */
async function loadAndRender(): Promise<Upload> {
  // `UploadProvider` uses Firebase. If loading Firebase fails here, it need not fail while React renders.
  const [{ UploadProvider }] = await Promise.all([import("./upload-provider.tsx"), loadFirebase()]);
  // Render this outside the form, because files may still be uploaded after another screen has replaced the form.
  return new Promise((resolve) => renderInBackground(<UploadProvider onReady={resolve} />));
}
