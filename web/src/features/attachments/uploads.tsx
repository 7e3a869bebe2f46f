import { loadFirebase } from "../../shared/session/auth.ts";
import { renderInBackground } from "../../shared/ui/background.tsx";
import type { Upload } from "./upload.ts";

let uploadPromise: Promise<Upload | null> | null = null;

/** Loads the code that uploads files. Resolves with `null` if loading fails; the next call tries again. */
export function loadUploadCode(): Promise<Upload | null> {
  uploadPromise ??= loadAndRender().catch((error: unknown) => {
    console.error("Failed to load a part of the page:", error);
    uploadPromise = null;
    return null;
  });
  return uploadPromise;
}

export const upload: Upload = async (job) => {
  const uploadFile = await loadUploadCode();
  if (uploadFile !== null) return uploadFile(job);
  const reason = "The upload could not be started. Please check your connection and try again.";
  return { kind: "failed", reason, gotNoResponse: true };
};

/** The upload code must be rendered, because `UploadProvider` gets Storage and Auth from reactfire's hooks. */
async function loadAndRender(): Promise<Upload> {
  // `UploadProvider` uses Firebase. If loading Firebase fails here, it need not fail while React renders.
  const [{ UploadProvider }] = await Promise.all([import("./upload-provider.tsx"), loadFirebase()]);
  // Render this outside the form, because files may still be uploaded after another screen has replaced the form.
  return new Promise((resolve) => renderInBackground(<UploadProvider onReady={resolve} />));
}
