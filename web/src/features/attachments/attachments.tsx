import { type Attachment, formatFileSize } from "@logbook/domain";
import { useState } from "react";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { attachmentKey, useAttachmentUrl, useDownload } from "./use-attachment.ts";

const viewerCode = lazyResource(() => import("./image-viewer.tsx"));

interface AttachmentsProps {
  attachments: Attachment[];
  isOpen: boolean;
  isLarge: boolean;
}

/** A report's files. A click opens an image in the viewer or downloads any other file. Images load only if `isOpen`. */
export function Attachments({ attachments, isOpen, isLarge }: AttachmentsProps) {
  const [shownIndex, setShownIndex] = useState<number | null>(null);
  const { download, failure } = useDownload();
  if (attachments.length === 0) return null;
  // Images are large on a report's page, whose heading above is an `h1`. In a card, the heading above is an `h3`.
  const Heading = isLarge ? "h2" : "h4";
  const images = attachments.filter(({ type }) => type.startsWith("image/"));
  return (
    <div className="mt-4 border-rule border-t pt-3">
      <Heading className="font-semibold text-soft text-sm">Attachments</Heading>
      <ul className="mt-2 flex flex-wrap gap-3">
        {attachments.map((attachment) => (
          <li
            key={attachmentKey(attachment)}
            className={isLarge && images.includes(attachment) ? "w-full" : "max-w-full"}
          >
            {images.includes(attachment) ? (
              <Thumbnail
                attachment={attachment}
                shouldLoad={isOpen}
                isLarge={isLarge}
                onView={() => setShownIndex(images.indexOf(attachment))}
              />
            ) : (
              <Button size="sm" className="max-w-full" onClick={() => void download(attachment)}>
                <Icon name="file-down" className="size-4 shrink-0 text-accent" />
                <span className="min-w-0">
                  <span className="sr-only">Download </span>
                  <bdi>{attachment.name}</bdi>
                </span>
                <span className="whitespace-nowrap font-normal text-soft">{formatFileSize(attachment.size)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure && (
        <Notice kind="error" className="mt-3">
          {`${failure.attachment.name} could not be downloaded. ${failure.reason}`}
        </Notice>
      )}
      {shownIndex !== null && (
        <LazyPart code={viewerCode} modal className="mt-3">
          {({ ImageViewer }) => <ImageViewer images={images} index={shownIndex} setIndex={setShownIndex} />}
        </LazyPart>
      )}
    </div>
  );
}

interface ThumbnailProps {
  attachment: Attachment;
  shouldLoad: boolean;
  isLarge: boolean;
  onView: () => void;
}

/** An image of a report. A click opens the viewer. */
function Thumbnail({ attachment, shouldLoad, isLarge, onView }: ThumbnailProps) {
  const { src, isError, onError } = useAttachmentUrl(attachment, shouldLoad);
  return (
    <button
      type="button"
      className={`group block max-w-full overflow-hidden rounded-md border border-line bg-sheet text-left motion-safe:transition-colors hover:border-accent ${isLarge ? "w-full" : "w-36"}`}
      onClick={onView}
    >
      <span
        className={`relative grid ${isLarge ? "h-80 sm:h-112" : "h-24"} place-items-center overflow-hidden border-rule border-b bg-sunken ${src ? "" : "print:hidden"}`}
      >
        {src && (
          <img
            src={src}
            alt=""
            onError={onError}
            // Out of the flow, so that an upright picture is as high as its frame.
            className={`absolute inset-0 size-full ${isLarge ? "object-contain" : "object-cover"} motion-safe:transition-transform group-hover:scale-105`}
          />
        )}
        {!src && isError && <Icon name="image-off" className="size-6 text-soft" />}
        {!src && !isError && <span className="skeleton size-full rounded-none" />}
      </span>
      <span className="block px-2 py-1 text-xs">
        <span className="block truncate font-semibold">
          <span className="sr-only">View image </span>
          <bdi>{attachment.name}</bdi>
        </span>
        <span className="text-soft">{isError ? "Could not be loaded" : formatFileSize(attachment.size)}</span>
      </span>
    </button>
  );
}
