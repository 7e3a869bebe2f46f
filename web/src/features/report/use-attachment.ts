import { type Attachment, attachmentName } from "@logbook/domain";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { unwrap } from "../../shared/api/api-error.ts";
import { attachmentPathOf, fetchAttachment } from "../../shared/api/fetch-attachment.ts";

const inlineKeys = new WeakMap<Attachment, string>();
let inlineCount = 0;

/** Tells an attachment from any other: its path, or a number where the file is in the attachment itself. */
export function attachmentKey(attachment: Attachment): string {
  const known = attachmentPathOf(attachment) ?? inlineKeys.get(attachment);
  if (known !== undefined) return known;
  inlineCount += 1;
  inlineKeys.set(attachment, `inline ${inlineCount}`);
  return attachmentKey(attachment);
}

const attachmentQuery = (attachment: Attachment) =>
  queryOptions({
    queryKey: ["attachment", attachmentKey(attachment)],
    queryFn: ({ signal }) => unwrap(fetchAttachment(attachment, signal)),
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load an attachment:" },
  });

/**
 * An attachment's bytes as an address for `<img>`, fetched with the token once `wanted`; freed when no longer shown.
 * `onError` is for that `<img>`: a file that is no picture after all could not be loaded either.
 */
export function useAttachmentUrl(attachment: Attachment, wanted: boolean) {
  const { data, isError, refetch } = useQuery({ ...attachmentQuery(attachment), enabled: wanted });
  const [src, setSrc] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (data === undefined) return;
    const url = URL.createObjectURL(data);
    setSrc(url);
    return () => {
      URL.revokeObjectURL(url);
      setSrc(undefined);
    };
  }, [data]);
  return {
    src: isBroken ? undefined : src,
    isError: isError || isBroken,
    refetch,
    onError: () => setBroken(true),
  };
}

/** A function that saves an attachment on the person's device under its own name; rejects when it cannot be had. */
export function useDownload(): (attachment: Attachment) => Promise<void> {
  const client = useQueryClient();
  return async (attachment) => {
    const blob = await client.fetchQuery(attachmentQuery(attachment));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = attachmentName(attachment.name, blob.type);
    link.click();
    // The browser has taken the address over once its own task is done.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
}
