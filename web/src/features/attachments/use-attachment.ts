import { type Attachment, attachmentName } from "@logbook/domain";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { saveBlob } from "../../shared/browser/save-blob.ts";
import { useObjectUrl } from "../../shared/browser/use-object-url.ts";
import { UNREACHABLE } from "../../shared/texts.ts";
import { fetchAttachment } from "./fetch-attachment.ts";

/** Identifies an attachment by its address or, if the report itself contains the file, by the file's data URL. */
export const attachmentKey = ({ name, type, url, data }: Attachment): string => [name, type, url ?? data].join(" ");

const attachmentQuery = (attachment: Attachment) =>
  queryOptions({
    queryKey: ["attachment", attachmentKey(attachment)],
    queryFn: ({ signal }) => unwrap(fetchAttachment(attachment, signal)),
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    // The query client logs this text before the error.
    meta: { failure: "Failed to load an attachment:" },
  });

/**
 * `src` is a `blob:` URL for an `<img>`, until the component unmounts. The image is fetched once `shouldLoad` is true.
 * Pass `onError` to the `<img>`: then `isError` is true also for a file that is no image.
 */
export function useAttachmentUrl(attachment: Attachment, shouldLoad = true) {
  const { data, isError, refetch } = useQuery({ ...attachmentQuery(attachment), enabled: shouldLoad });
  const src = useObjectUrl(data);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const isBroken = src !== null && src === brokenSrc;
  return {
    src: isBroken ? null : src,
    isError: isError || isBroken,
    refetch,
    onError: () => setBrokenSrc(src),
  };
}

/** Downloads an attachment under its own name. `failure` has the attachment whose last download failed, and why. */
export function useDownload() {
  const client = useQueryClient();
  const [failure, setFailure] = useState<{ attachment: Attachment; reason: string } | null>(null);
  const download = async (attachment: Attachment) => {
    setFailure(null);
    try {
      const blob = await client.fetchQuery(attachmentQuery(attachment));
      saveBlob(blob, attachmentName(attachment.name, blob.type));
    } catch (error) {
      setFailure({ attachment, reason: failureText(error, UNREACHABLE) });
    }
  };
  return { download, failure };
}
