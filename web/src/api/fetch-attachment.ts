import { parseAttachmentUrl } from "@logbook/domain";
import { type Result, requestBlob } from "./http.ts";

/** An attachment's bytes, by the `url` the report gives it; nothing but this API's attachments is ever fetched. */
export async function fetchAttachment(url: string, signal?: AbortSignal): Promise<Result<Blob>> {
  if (parseAttachmentUrl(url) === null)
    return {
      ok: false,
      kind: "refused",
      status: 400,
      error: "This attachment has no valid address.",
      code: "bad-request",
    };
  return requestBlob(url, { signal });
}
