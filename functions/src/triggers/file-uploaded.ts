import { isStripped, stripMetadata } from "../attachments/strip-metadata.ts";
import { adminBucket } from "../firestore/admin.ts";

export interface FileEvent {
  data: { name: string; metadata?: Record<string, string> };
}

/** Removes the download token of an uploaded attachment (attachments/strip-metadata.ts says why). Idempotent. */
export async function fileUploaded({ data: { name, metadata } }: FileEvent): Promise<void> {
  if (!name.startsWith("attachments/") || isStripped({ metadata })) return;
  await stripMetadata((await adminBucket()).file(name));
}
