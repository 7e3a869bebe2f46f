import { type Attachment, formatFileSize } from "@logbook/domain";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Icon } from "../../shared/ui/icon.tsx";
import { useAttachmentUrl } from "./use-attachment.ts";

interface ThumbnailProps {
  attachment: Attachment;
  /** The image is fetched only if this is true: the user has opened the details that contain the image. */
  shouldLoad: boolean;
  isLarge: boolean;
  onView: () => void;
}

/** An image of a report, fetched once it is near the viewport. A click opens the viewer. */
export function AttachmentThumbnail({ attachment, shouldLoad, isLarge, onView }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasNearViewport = useWasNearViewport(button);
  const { src, isError, onError } = useAttachmentUrl(attachment, shouldLoad && wasNearViewport);
  return (
    <button
      ref={button}
      type="button"
      className={`group block max-w-full overflow-hidden rounded-md border border-line bg-sheet text-left motion-safe:transition-colors hover:border-accent ${isLarge ? "w-full" : "w-36"}`}
      onClick={onView}
    >
      <span
        className={`grid ${isLarge ? "h-60 sm:h-112" : "h-24"} place-items-center overflow-hidden border-rule border-b bg-sunken ${src ? "" : "print:hidden"}`}
      >
        {src && (
          <img
            src={src}
            alt=""
            onError={onError}
            className={`size-full ${isLarge ? "object-contain" : "object-cover"} motion-safe:transition-transform group-hover:scale-105`}
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

function useWasNearViewport(element: RefObject<Element | null>): boolean {
  const [wasNearViewport, setWasNearViewport] = useState(false);
  useEffect(() => {
    if (wasNearViewport || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setWasNearViewport(true);
      },
      { rootMargin: "400px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasNearViewport, element]);
  return wasNearViewport;
}
