/** The project this process belongs to, as the platform and the emulator both tell it. */
export function projectId(): string {
  const id = process.env.GCLOUD_PROJECT || process.env.GOOGLE_CLOUD_PROJECT;
  if (!id) throw new Error("GCLOUD_PROJECT is not set. Set it to the Firebase project's id.");
  return id;
}

/** The bucket of this project's files, as the platform and the emulator both tell it. */
export function bucketName(): string {
  const { storageBucket } = JSON.parse(process.env.FIREBASE_CONFIG ?? "{}") as { storageBucket?: string };
  if (!storageBucket) throw new Error("FIREBASE_CONFIG names no storageBucket. Add Storage to the Firebase project.");
  return storageBucket;
}

/** Whether this process runs in the local suite's functions emulator, without Google's platform before it and without TLS. */
export const IS_EMULATED = process.env.FUNCTIONS_EMULATOR === "true";
