import { type Attachment, parseAttachmentUrl } from "@logbook/domain";
import { requestBlob } from "./http.ts";
import { readInlineFile } from "./inline-file.ts";
import type { Result } from "./result.ts";

/** The path at which the API serves an attachment, or `null`; nothing but this API's attachments is ever fetched. */
export function attachmentPathOf({ url }: Attachment): string | null {
  return url !== undefined && parseAttachmentUrl(url) !== null ? url : null;
}

/** An attachment's bytes: by the `url` that the report gives it, else those in its `data`. */
export async function fetchAttachment(attachment: Attachment, signal?: AbortSignal): Promise<Result<Blob>> {
  const path = attachmentPathOf(attachment);
  if (path !== null) return requestBlob(path, { signal });
  const file = readInlineFile(attachment.data, attachment.type);
  if (file !== null) return { ok: true, data: file };
  return { ok: false, kind: "refused", status: 400, error: NO_FILE, code: "bad-request" };
}

const NO_FILE = "Its report names no file of a kind that can be attached.";
