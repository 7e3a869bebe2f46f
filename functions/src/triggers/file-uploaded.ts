import { adminBucket } from "../firestore/admin.ts";
import { isStripped, stripMetadata } from "../reports/strip-metadata.ts";

export interface FileEvent {
  data: { name: string; metadata?: Record<string, string> };
}

/** Removes the download token of an uploaded attachment (reports/strip-metadata.ts says why). Idempotent. */
export async function fileUploaded({ data: { name, metadata } }: FileEvent): Promise<void> {
  if (!name.startsWith("attachments/") || isStripped({ metadata })) return;
  await stripMetadata((await adminBucket()).file(name));
}
