import { createRoot } from "react-dom/client";
import { SilentErrorBoundary } from "../../shared/firebase/silent-error-boundary.tsx";
import { LOG_CAUGHT_ERRORS } from "../../shared/ui/log-caught-errors.ts";
import type { Upload, UploadOutcome } from "./upload.ts";

const NO_ROOM: UploadOutcome = {
  kind: "failed",
  reason: "The upload could not be started. Please check your connection and try again.",
  noAnswer: true,
};

let opened: Promise<Upload | null> | null = null;

/** Enters the room in which uploads are possible, unless that was done; gives the way to upload, or `null` when it failed. */
export function loadUploads(): Promise<Upload | null> {
  opened ??= enter();
  return opened;
}

/** Uploads a file. The code for it is big, so it is loaded only once this or `loadUploads` asks for it. */
export const upload: Upload = async (job) => {
  const go = await loadUploads();
  return go === null ? NO_ROOM : go(job);
};

async function enter(): Promise<Upload | null> {
  const ready = await import("./upload-provider.tsx").then(draw, (error: unknown) => {
    console.error("Failed to load a part of the page:", error);
    return null;
  });
  if (ready === null) opened = null;
  return ready;
}

// A root of its own, since other screens take the form away: a report being sent needs the room to the end.
function draw({ UploadProvider }: typeof import("./upload-provider.tsx")): Promise<Upload | null> {
  return new Promise((resolve) => {
    createRoot(document.createElement("div"), LOG_CAUGHT_ERRORS).render(
      <SilentErrorBoundary onError={() => resolve(null)}>
        <UploadProvider onReady={resolve} />
      </SilentErrorBoundary>,
    );
  });
}
