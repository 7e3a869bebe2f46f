import { renderInBackground } from "../../shared/ui/background.tsx";
import { ErrorBoundary } from "../../shared/ui/error-boundary.tsx";
import type { Upload, UploadOutcome } from "./upload.ts";

const LOAD_FAILED: UploadOutcome = {
  kind: "failed",
  reason: "The upload could not be started. Please check your connection and try again.",
  noResponse: true,
};

let loading: Promise<Upload | null> | null = null;
let attempts = 0;

/** Loads the code that uploads files. Resolves with `null` if loading fails; the next call tries again. */
export function loadUploads(): Promise<Upload | null> {
  loading ??= load().catch((error: unknown) => {
    console.error("Failed to load a part of the page:", error);
    return allowAnotherLoad();
  });
  return loading;
}

export const upload: Upload = async (job) => {
  const uploadFile = await loadUploads();
  return uploadFile === null ? LOAD_FAILED : uploadFile(job);
};

async function load(): Promise<Upload | null> {
  const { UploadProvider } = await import("./upload-provider.tsx");
  attempts += 1;
  // Rendered outside the form, because a report may still be sent after another screen has replaced the form.
  return new Promise((resolve) => {
    renderInBackground(
      <ErrorBoundary fallback={null} key={attempts} onError={() => resolve(allowAnotherLoad())}>
        <UploadProvider onReady={resolve} />
      </ErrorBoundary>,
    );
  });
}

function allowAnotherLoad(): null {
  loading = null;
  return null;
}
