import { adminBucket } from "../firestore/admin.ts";
import { isStripped, stripMetadata } from "../reports/strip-metadata.ts";

/** A Storage event with the name and the metadata of the uploaded file. */
export interface FileEvent {
  data: { name: string; metadata?: Record<string, string> };
}

/** Removes the download token of an uploaded attachment. Idempotent. */
export async function fileUploaded({ data: { name, metadata } }: FileEvent): Promise<void> {
  if (!name.startsWith("attachments/") || isStripped({ metadata })) return;
  await stripMetadata((await adminBucket()).file(name), { renew: false });
}
