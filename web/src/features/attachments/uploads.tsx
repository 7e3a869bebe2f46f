import { renderInBackground } from "../../shared/ui/background.ts";
import { ErrorBoundary } from "../../shared/ui/error-boundary.tsx";
import type { Upload, UploadOutcome } from "./upload.ts";

const LOAD_FAILED: UploadOutcome = {
  kind: "failed",
  reason: "The upload could not be started. Please check your connection and try again.",
  gotNoResponse: true,
};

let uploadPromise: Promise<Upload | null> | null = null;
let attemptCount = 0;

/** Loads the code that uploads files. Resolves with `null` if loading fails; the next call tries again. */
export function loadUploadCode(): Promise<Upload | null> {
  uploadPromise ??= importAndRender().catch((error: unknown) => {
    console.error("Failed to load a part of the page:", error);
    uploadPromise = null;
    return null;
  });
  return uploadPromise;
}

export const upload: Upload = async (job) => {
  const uploadFile = await loadUploadCode();
  return uploadFile === null ? LOAD_FAILED : uploadFile(job);
};

/** The upload code must be rendered, because `UploadProvider` gets Storage and Auth from reactfire's hooks. */
async function importAndRender(): Promise<Upload | null> {
  const { UploadProvider } = await import("./upload-provider.tsx");
  attemptCount += 1;
  return new Promise((resolve) => {
    // For an error while `UploadProvider` renders. A failed import rejects, and `loadUploadCode` handles it.
    const onError = () => {
      uploadPromise = null;
      resolve(null);
    };
    // Render this outside the form, because files may still be uploaded after another screen has replaced the form.
    renderInBackground(
      // With another key, React mounts a new boundary in place of the failed one.
      <ErrorBoundary fallback={null} key={attemptCount} onError={onError}>
        <UploadProvider onReady={resolve} />
      </ErrorBoundary>,
    );
  });
}
