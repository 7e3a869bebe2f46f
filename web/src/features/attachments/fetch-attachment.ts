import { type Attachment, LIMITS, parseAttachmentUrl, readDataUrlHeader } from "@logbook/domain";
import { requestBlob } from "../../shared/api/http.ts";
import type { Result } from "../../shared/api/result.ts";

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

/** The file in a base64 data URL. `null` if the file is empty, larger than 5 MB, or of another type than `type`. */
export function readInlineFile(data: unknown, type: string): Blob | null {
  // If there is a header, `data` is a string and the header's type may be attached.
  const header = readDataUrlHeader(data);
  if (header?.type !== type) return null;
  const base64 = (data as string).slice(header.length);
  // In base64, four characters encode three bytes.
  if (base64.length > Math.ceil(LIMITS.attachmentBytes / 3) * 4) return null;
  const binary = decodeBase64(base64);
  if (binary === "" || binary.length > LIMITS.attachmentBytes) return null;
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return new Blob([bytes], { type });
}

/** The bytes, each as one character; `""` if the text is not base64. */
function decodeBase64(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}
