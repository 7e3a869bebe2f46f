import { useEffect } from "react";
import { useAuth, useStorage } from "reactfire";
import { FirebaseProviders } from "../../shared/firebase/firebase-providers.tsx";
import { storageService } from "./storage-service.ts";
import type { Upload } from "./upload.ts";
import { createUpload } from "./upload-file.ts";

/** Hands out the way to upload files, once it is there. Shows nothing. */
export function UploadProvider({ onReady }: { onReady: (upload: Upload) => void }) {
  return (
    <FirebaseProviders service={storageService}>
      <Uploader onReady={onReady} />
    </FirebaseProviders>
  );
}

function Uploader({ onReady }: { onReady: (upload: Upload) => void }) {
  const storage = useStorage();
  const auth = useAuth();
  useEffect(() => onReady(createUpload(storage, auth)), [storage, auth, onReady]);
  return null;
}
