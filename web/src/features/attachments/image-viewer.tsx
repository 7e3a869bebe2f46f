import { type Attachment, formatFileSize } from "@logbook/domain";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useRef, useState } from "react";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { BACKDROP, useCloseRequest, useReturnFocus } from "../../shared/ui/dialog.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import type { IconName } from "../../shared/ui/icon-names.ts";
import { isEscape } from "../../shared/ui/keys.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { attachmentKey, useAttachmentUrl, useDownload } from "./use-attachment.ts";
import { FITTING, keepInView, panBy, ZOOM_STEP, type Zoom, zoomBy } from "./zoom.ts";
import { Zoomable } from "./zoomable.tsx";

const DARK_BUTTON = "on-cover text-on-cover hover:bg-cover-edge hover:text-on-cover size-11!";

// How far an arrow key moves a zoomed picture, in pixels of the window.
const PAN_STEP = 80;
const PANS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: PAN_STEP, y: 0 },
  ArrowRight: { x: -PAN_STEP, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP },
  ArrowDown: { x: 0, y: -PAN_STEP },
};

interface ViewerProps {
  images: Attachment[];
  index: number;
  /** `null` closes the viewer. */
  setIndex: (index: number | null) => void;
}

/**
 * The overlay that shows one image of a report at a time (section 2). The arrow keys switch, or move a zoomed image; `+`,
 * `-` and `0` zoom; Escape closes.
 */
export function ImageViewer({ images, index, setIndex }: ViewerProps) {
  const image = images[index]!;
  const hasSeveral = images.length > 1;
  const [zoom, setUnlimitedZoom] = useState(FITTING);
  const area = useRef<HTMLDivElement>(null);
  const setZoom = (next: Zoom) => {
    const picture = area.current?.querySelector("img");
    setUnlimitedZoom(picture ? keepInView(next, picture.offsetWidth, picture.offsetHeight) : FITTING);
  };
  const switchBy = (offset: -1 | 1) => {
    setUnlimitedZoom(FITTING);
    setIndex((index + offset + images.length) % images.length);
  };
  const close = () => setIndex(null);
  // On Android, Back closes the overlay.
  useCloseRequest(close);
  // Elsewhere Back may remove the card from which the overlay was opened: then the list's heading gets the focus.
  const returnFocusProps = useReturnFocus(focusListHeading);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // The dialog leaves this key to the tooltip of the focused button, if one is shown.
    if (isEscape(event.nativeEvent)) return close();
    // With these keys the browser zooms the page, or goes back.
    if (ctrlKey || metaKey || altKey) return;
    const pan = PANS[key];
    if (key === "+" || key === "=") setZoom(zoomBy(zoom, ZOOM_STEP));
    else if (key === "-") setZoom(zoomBy(zoom, 1 / ZOOM_STEP));
    else if (key === "0") setZoom(FITTING);
    else if (zoom.scale > 1 && pan !== undefined) setZoom(panBy(zoom, pan));
    else if (key === "ArrowLeft" && hasSeveral) switchBy(-1);
    else if (key === "ArrowRight" && hasSeveral) switchBy(1);
  };
  const renderZoom = (label: string, sign: string, shortcut: string, factor: number) => (
    <IconButton
      label={label}
      aria-keyshortcuts={shortcut}
      className={DARK_BUTTON}
      onClick={() => setZoom(zoomBy(zoom, factor))}
    >
      <span aria-hidden="true" className="font-semibold text-xl">
        {sign}
      </span>
    </IconButton>
  );
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
          <Zoomable area={area} zoom={zoom} setZoom={setZoom}>
            <ViewedImage key={attachmentKey(image)} image={image} zoom={zoom} />
          </Zoomable>
          <div className="flex min-h-14 items-center justify-center gap-2 px-2 py-1 sm:gap-4 sm:px-4">
            {renderZoom("Zoom out", "−", "-", 1 / ZOOM_STEP)}
            {hasSeveral && renderSwitch("Previous image", "chevron-left", -1)}
            <p role="status" className="text-center text-cover-soft text-sm tabular-nums">
              <span>
                {(hasSeveral ? `Image ${index + 1} of ${images.length} · ` : "") + formatFileSize(image.size)}
              </span>
              {zoom.scale > 1 && <span>{` · ${Math.round(zoom.scale * 100)} %`}</span>}
            </p>
            {hasSeveral && renderSwitch("Next image", "chevron-right", 1)}
            {renderZoom("Zoom in", "+", "+", ZOOM_STEP)}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ViewedImage({ image, zoom: { scale, x, y } }: { image: Attachment; zoom: Zoom }) {
  const { src, isError, refetch, onError } = useAttachmentUrl(image);
  return (
    <>
      {src && (
        <img
          src={src}
          alt={image.name}
          onError={onError}
          draggable={false}
          style={scale > 1 ? { transform: `translate(${x}px, ${y}px) scale(${scale})` } : undefined}
          className="max-h-full max-w-full rounded-sm bg-white object-contain"
        />
      )}
      {!src && !isError && <p className="text-cover-soft">Loading the image…</p>}
      {isError && (
        <Notice kind="error" action={<RetryButton onClick={() => void refetch()} />}>
          The image could not be loaded.
        </Notice>
      )}
    </>
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
