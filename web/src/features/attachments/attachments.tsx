import { type Attachment, formatFileSize } from "@logbook/domain";
import { useRef, useState } from "react";
import { useIsInView } from "../../shared/browser/use-is-in-view.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
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

/** A report's files, below a heading. Images load only if `isOpen`. */
export function Attachments({ attachments, isOpen, isLarge }: AttachmentsProps) {
  if (attachments.length === 0) return null;
  // Images are large on a report's page, whose heading above is an `h1`. In a card, the heading above is an `h3`.
  const Heading = isLarge ? "h2" : "h4";
  return (
    <div className="mt-4 border-rule border-t pt-3">
      <Heading className="font-semibold text-soft text-sm">Attachments</Heading>
      <FileTiles files={attachments} look={isLarge ? "large" : "medium"} shouldLoad={isOpen} className="mt-2" />
    </div>
  );
}

/** How images are shown: as pictures of some size, or `names` only, which loads none. */
type Look = "large" | "medium" | "small" | "names";

interface TilesProps {
  files: Attachment[];
  look: Look;
  /** Whether images are loaded; `in-view`: once they are in the window. */
  shouldLoad: boolean | "in-view";
  className?: string;
}

/** A list of files. A click opens an image in the viewer or downloads any other file. */
export function FileTiles({ files, look, shouldLoad, className }: TilesProps) {
  const [shownIndex, setShownIndex] = useState<number | null>(null);
  const { download, failure } = useDownload();
  const images = files.filter(({ type }) => type.startsWith("image/"));
  return (
    <div className={className}>
      <ul className={cx("flex flex-wrap", look === "small" || look === "names" ? "gap-2" : "gap-3")}>
        {files.map((file) => {
          const isImage = images.includes(file);
          const view = () => setShownIndex(images.indexOf(file));
          return (
            <li key={attachmentKey(file)} className={look === "large" && isImage ? "w-full" : "max-w-full"}>
              {isImage && look !== "names" ? (
                <Thumbnail attachment={file} shouldLoad={shouldLoad} look={look} onView={view} />
              ) : (
                <FileButton file={file} isImage={isImage} onClick={isImage ? view : () => void download(file)} />
              )}
            </li>
          );
        })}
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

/** A file's name and size; an image of which only the name is shown has such a button, too. */
function FileButton({ file, isImage, onClick }: { file: Attachment; isImage: boolean; onClick: () => void }) {
  return (
    <Button size="sm" className="max-w-full" onClick={onClick}>
      <Icon name={isImage ? "paperclip" : "file-down"} className="size-4 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="sr-only">{isImage ? "View image " : "Download "}</span>
        <bdi>{file.name}</bdi>
      </span>
      <span className="whitespace-nowrap font-normal text-soft">{formatFileSize(file.size)}</span>
    </Button>
  );
}

const TILE_HEIGHTS = { large: "h-80 sm:h-112", medium: "h-24", small: "h-16" };
const TILE_WIDTHS = { large: "w-full", medium: "w-36", small: "w-20" };

interface ThumbnailProps {
  attachment: Attachment;
  shouldLoad: TilesProps["shouldLoad"];
  look: keyof typeof TILE_HEIGHTS;
  onView: () => void;
}

/** An image of a report or an amendment. A click opens the viewer. */
function Thumbnail({ attachment, shouldLoad, look, onView }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isInView = useIsInView(button);
  const { src, isError, onError } = useAttachmentUrl(attachment, shouldLoad === "in-view" ? isInView : shouldLoad);
  const isSmall = look === "small";
  return (
    <button
      ref={button}
      type="button"
      data-tooltip={isSmall ? attachment.name : undefined}
      className={cx(
        "group block max-w-full overflow-hidden rounded-md border border-line bg-sheet text-left motion-safe:transition-colors hover:border-accent",
        TILE_WIDTHS[look],
      )}
      onClick={onView}
    >
      <span
        className={cx(
          "relative grid place-items-center overflow-hidden bg-sunken",
          TILE_HEIGHTS[look],
          !isSmall && "border-rule border-b",
          !src && "print:hidden",
        )}
      >
        {src && (
          <img
            src={src}
            alt=""
            onError={onError}
            // Out of the flow, so that an upright picture is as high as its frame.
            className={cx(
              "absolute inset-0 size-full motion-safe:transition-transform group-hover:scale-105",
              look === "large" ? "object-contain" : "object-cover",
            )}
          />
        )}
        {!src && isError && <Icon name="image-off" className="size-6 text-soft" />}
        {!src && !isError && <span className="skeleton size-full rounded-none" />}
      </span>
      <span className={isSmall ? "sr-only" : "block px-2 py-1 text-xs"}>
        <span className="block truncate font-semibold">
          <span className="sr-only">View image </span>
          <bdi>{attachment.name}</bdi>
        </span>
        <span className="text-soft">{isError ? "Could not be loaded" : formatFileSize(attachment.size)}</span>
      </span>
    </button>
  );
}
