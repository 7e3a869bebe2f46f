import { type Attachment, parseAttachmentUrl } from "@logbook/domain";
import { requestBlob } from "./http.ts";
import { readInlineFile } from "./inline-file.ts";
import type { Result } from "./result.ts";

/** The attachment's `url` if it is a path of the API, else `null`: the page fetches no file from another address. */
export function attachmentPathOf({ url }: Attachment): string | null {
  return url !== undefined && parseAttachmentUrl(url) !== null ? url : null;
}

/** Loads an attachment's bytes: from its `url`, else from its `data`. */
export async function fetchAttachment(attachment: Attachment, signal?: AbortSignal): Promise<Result<Blob>> {
  const path = attachmentPathOf(attachment);
  if (path !== null) return requestBlob(path, { signal });
  const file = readInlineFile(attachment.data, attachment.type);
  if (file !== null) return { ok: true, data: file };
  // The same kind of failure as a refusal by the API, although no request was sent.
  return { ok: false, kind: "refused", status: 400, error: NO_FILE_MESSAGE, code: "bad-request" };
}

const NO_FILE_MESSAGE = "The report has no usable file. Please ask its reporter.";
