import { type Attachment, formatFileSize } from "@logbook/domain";
import { Dialog } from "radix-ui";
import type { KeyboardEvent } from "react";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { BACKDROP, useCloseRequest, useReturnFocus } from "../../shared/ui/dialog.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import type { IconName } from "../../shared/ui/icon-names.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { attachmentKey, useAttachmentUrl, useDownload } from "./use-attachment.ts";

const DARK_BUTTON = "on-cover text-on-cover hover:bg-cover-edge hover:text-on-cover size-11!";

interface ViewerProps {
  images: Attachment[];
  index: number;
  /** `null` closes the viewer. */
  setIndex: (index: number | null) => void;
}

/** The overlay that shows one image of a report at a time (section 2). The arrow keys switch, Escape closes. */
export function ImageViewer({ images, index, setIndex }: ViewerProps) {
  const image = images[index]!;
  const hasSeveral = images.length > 1;
  const switchBy = (offset: -1 | 1) => setIndex((index + offset + images.length) % images.length);
  const close = () => setIndex(null);
  // On Android, Back closes the overlay.
  useCloseRequest(close);
  // Elsewhere Back may remove the card from which the overlay was opened: then the list's heading gets the focus.
  const returnFocusProps = useReturnFocus(focusListHeading);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft" && hasSeveral) switchBy(-1);
    if (event.key === "ArrowRight" && hasSeveral) switchBy(1);
  };
  const renderSwitch = (label: string, icon: IconName, offset: -1 | 1) => (
    <IconButton label={label} className={DARK_BUTTON} onClick={() => switchBy(offset)}>
      <Icon name={icon} className="size-6" />
    </IconButton>
  );
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={BACKDROP} />
        <Dialog.Content
          // Without this line Radix would warn that the dialog has no description.
          aria-describedby={undefined}
          {...returnFocusProps}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-[#0b1a15] text-on-cover print:hidden"
        >
          <div className="flex items-center gap-2 border-cover-line border-b px-4 py-2">
            <Dialog.Title className="min-w-0 flex-1 truncate font-semibold text-base">{image.name}</Dialog.Title>
            <DownloadButton image={image} />
            <Dialog.Close asChild>
              <IconButton label="Close" className={DARK_BUTTON}>
                <Icon name="x" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <ViewedImage key={attachmentKey(image)} image={image} />
          <div className="flex min-h-14 items-center justify-center gap-4 px-4 py-1">
            {hasSeveral && renderSwitch("Previous image", "chevron-left", -1)}
            <p role="status" className="text-center text-cover-soft text-sm tabular-nums">
              {(hasSeveral ? `Image ${index + 1} of ${images.length} · ` : "") + formatFileSize(image.size)}
            </p>
            {hasSeveral && renderSwitch("Next image", "chevron-right", 1)}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ViewedImage({ image }: { image: Attachment }) {
  const { src, isError, refetch, onError } = useAttachmentUrl(image);
  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center p-4">
      {src && (
        <img
          src={src}
          alt={image.name}
          onError={onError}
          className="max-h-full max-w-full rounded-sm bg-white object-contain"
        />
      )}
      {!src && !isError && <p className="text-cover-soft">Loading the image…</p>}
      {isError && (
        <Notice kind="error" action={<RetryButton onClick={() => void refetch()} />}>
          The image could not be loaded.
        </Notice>
      )}
    </div>
  );
}

function DownloadButton({ image }: { image: Attachment }) {
  const { download, failure } = useDownload();
  // The button stays when the viewer switches images, so the failure may be that of another image.
  const hasFailed = failure !== null && attachmentKey(failure.attachment) === attachmentKey(image);
  return (
    <>
      {hasFailed && (
        <p role="alert" className="text-sm">
          {`The image could not be downloaded. ${failure.reason}`}
        </p>
      )}
      <Button
        className="on-cover border-cover-line! bg-transparent! text-on-cover! hover:bg-cover-edge!"
        onClick={() => void download(image)}
      >
        <Icon name="download" className="size-4" />
        <span>Download</span>
      </Button>
    </>
  );
}
