import { useEffect } from "react";
import { useAuth, useStorage } from "reactfire";
import { FirebaseProviders } from "../../shared/firebase/firebase-providers.tsx";
import { storageService } from "./storage-service.ts";
import type { Upload } from "./upload.ts";
import { createUpload } from "./upload-file.ts";

/** Passes the function that uploads files to `onReady`. Renders nothing. */
export function UploadProvider({ onReady }: { onReady: (upload: Upload) => void }) {
  return (
    <FirebaseProviders service={storageService}>
      <StorageUpload onReady={onReady} />
    </FirebaseProviders>
  );
}

function StorageUpload({ onReady }: { onReady: (upload: Upload) => void }) {
  const storage = useStorage();
  const auth = useAuth();
  useEffect(() => onReady(createUpload(storage, auth)), [storage, auth, onReady]);
  return null;
}
