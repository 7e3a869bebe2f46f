import { adminBucket } from "../firestore/admin.ts";
import { isPlain, makePlain } from "../reports/clean-file.ts";

/** What of a Storage event is needed; `metadata` is what the file was stored with. */
export interface FileEvent {
  data: { name: string; metadata?: Record<string, string> };
}

/** Takes the download token off an attachment as soon as it is uploaded. Harmless when repeated or late. */
export async function fileUploaded({ data: { name, metadata } }: FileEvent): Promise<void> {
  if (!name.startsWith("attachments/") || isPlain({ metadata })) return;
  await makePlain((await adminBucket()).file(name), { young: false });
}
