import type { Attachment } from "@logbook/domain";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { unwrap } from "../api/api-error.ts";
import { fetchAttachment } from "../api/fetch-attachment.ts";

const attachmentQuery = (url: string) =>
  queryOptions({
    queryKey: ["attachment", url],
    queryFn: ({ signal }) => unwrap(fetchAttachment(url, signal)),
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load an attachment:" },
  });

/** An attachment's bytes as an address for `<img>`, fetched with the token once `wanted`; freed when no longer shown. */
export function useAttachmentUrl(attachment: Attachment, wanted: boolean) {
  const { data, isError, refetch } = useQuery({ ...attachmentQuery(attachment.url), enabled: wanted });
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (data === undefined) return;
    const url = URL.createObjectURL(data);
    setSrc(url);
    return () => {
      URL.revokeObjectURL(url);
      setSrc(undefined);
    };
  }, [data]);
  return { src, isError, refetch };
}

/** A function that saves an attachment on the person's device under its own name; rejects when it cannot be had. */
export function useDownload(): (attachment: Attachment) => Promise<void> {
  const client = useQueryClient();
  return async ({ name, url }) => {
    const blob = await client.fetchQuery(attachmentQuery(url));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    // The browser has taken the address over once its own task is done.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
}
