import { formatCount, formatFileSize, LIMITS } from "@logbook/domain";
import { useRef, useState } from "react";
import { useObjectUrl } from "../../shared/browser/use-object-url.ts";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { drawingCode } from "../drawing/index.ts";
import { privateTextCode } from "../private-text/index.ts";
import { type ListedFile, struckCount, type TextReview } from "./file-list.ts";

/**
 * If `isLocked`, the buttons look disabled but keep the focus. `onRemove` and `onRetry` then do nothing. `onReview` gets
 * what is struck out of a text file, and the file with these strikes; `onMarked` gets a picture with marks.
 */
interface FileRowProps {
  file: ListedFile;
  isLocked: boolean;
  onRemove: () => void;
  onRetry: () => void;
  onMarked: (content: Blob) => void;
  onReview: (review: TextReview, content: Blob) => void;
}

export function FileRow({ file, isLocked, onRemove, onRetry, onMarked, onReview }: FileRowProps) {
  const { name, size, resizedFrom, state } = file;
  const isRefused = state.kind === "refused";
  const removeButton = useRef<HTMLButtonElement>(null);
  const retry = () => {
    // The Retry button disappears, so move the focus first.
    removeButton.current?.focus();
    onRetry();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Thumbnail file={file} />
      <div className="min-w-0 flex-1 basis-32">
        <p className={cx("wrap-anywhere font-semibold text-sm leading-snug", isRefused && "text-soft")}>{name}</p>
        <p className="text-soft text-xs">
          <span className="whitespace-nowrap tabular-nums">{formatFileSize(size)}</span>
          {/* Show the exact number too, because a size just above the limit is rounded to the limit. */}
          {size > LIMITS.attachmentBytes && <span>{` (${formatCount(size)} bytes)`}</span>}
          {resizedFrom && (
            <>
              <span> · </span>
              <span className="whitespace-nowrap tabular-nums">
                {`resized from ${resizedFrom.width} × ${resizedFrom.height}`}
              </span>
            </>
          )}
        </p>
        <FileStatus file={file} />
      </div>
      <div className="ml-auto flex items-center gap-3">
        <MarkUpButton file={file} isLocked={isLocked} onMarked={onMarked} />
        {state.kind === "failed" && file.content !== null && (
          <RetryButton subject={name} aria-disabled={isLocked || undefined} onClick={retry}>
            <Icon name="rotate-ccw" className="size-4" />
          </RetryButton>
        )}
        <IconButton
          ref={removeButton}
          label={`${isRefused ? "Dismiss" : "Remove"} ${name}`}
          aria-disabled={isLocked || undefined}
          className={cx(isLocked && "opacity-40")}
          onClick={onRemove}
          // `AttachmentsField` finds the button by this attribute.
          data-remove={file.key}
        >
          <Icon name="x" className="size-4" />
        </IconButton>
      </div>
      <Review file={file} isLocked={isLocked} onReview={onReview} />
    </li>
  );
}

/** A button that opens a picture to draw on it. */
function MarkUpButton({ file, isLocked, onMarked }: Pick<FileRowProps, "file" | "isLocked" | "onMarked">) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, content, state } = file;
  // Every image has been converted to JPEG.
  if (content?.type !== "image/jpeg") return null;
  const isBusy = isLocked || state.kind === "uploading";
  return (
    <>
      <Button
        size="sm"
        aria-label={`Mark up ${name}`}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && setIsOpen(true)}
      >
        Mark up
      </Button>
      {isOpen && (
        <LazyPart code={drawingCode} modal>
          {({ DrawingDialog }) => (
            <DrawingDialog picture={content} name={name} onDone={onMarked} close={() => setIsOpen(false)} />
          )}
        </LazyPart>
      )}
    </>
  );
}

/** What was found in a text file, or that it was not looked through. */
function Review({ file: { review, state }, isLocked, onReview }: Pick<FileRowProps, "file" | "isLocked" | "onReview">) {
  if (review === undefined) return null;
  if (review === "unknown-encoding" || review.foundCount === 0)
    return (
      <p className="w-full text-soft text-xs">
        {review === "unknown-encoding"
          ? "Not looked through for private data: the file is neither in UTF-8 nor in UTF-16."
          : "Nothing likely private was found. Please look through the file yourself, too."}
      </p>
    );
  const { foundCount, plainName, original, leftIn } = review;
  return (
    <details open className="w-full">
      <summary className="min-h-6 cursor-pointer font-semibold text-amber text-sm">
        {`${formatCount(struckCount(review))} of ${formatCount(foundCount)} likely private parts struck out`}
      </summary>
      <LazyPart code={privateTextCode}>
        {({ PrivateParts }) => (
          <PrivateParts
            fileName={plainName}
            original={original}
            leftIn={leftIn}
            isLocked={isLocked || state.kind === "uploading"}
            onChange={(next, content) => onReview({ ...review, leftIn: next }, content)}
          />
        )}
      </LazyPart>
    </details>
  );
}

function FileStatus({ file: { name, state } }: { file: ListedFile }) {
  switch (state.kind) {
    case "preparing":
      return (
        <p className="flex items-center gap-1 text-soft text-xs">
          <Icon name="loader-circle" className="size-3.5 shrink-0 animate-spin" />
          <span>Preparing…</span>
        </p>
      );
    case "ready":
      return null;
    case "uploading":
      return (
        <div
          role="progressbar"
          aria-label={`Uploading ${name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(state.progress * 100)}
          className="mt-1 h-2 overflow-hidden rounded-sm border border-line bg-sunken"
        >
          <div
            className="h-full bg-accent motion-safe:transition-[width]"
            style={{ width: `${Math.round(state.progress * 100)}%` }}
          />
        </div>
      );
    case "uploaded":
      return (
        <p className="flex items-center gap-1 text-green text-xs">
          <Icon name="circle-check" className="size-3.5 shrink-0" />
          <span>Uploaded</span>
        </p>
      );
    case "failed":
    case "refused":
      return (
        <p className="flex items-start gap-1 text-red text-xs">
          <Icon name="circle-exclamation-point" className="mt-0.5 size-3.5 shrink-0" />
          <span>{state.reason}</span>
        </p>
      );
  }
}

const TILE = "size-12 shrink-0 rounded-sm border border-rule";

function Thumbnail({ file: { content, state } }: { file: ListedFile }) {
  // Every image has been converted to JPEG.
  const url = useObjectUrl(content?.type === "image/jpeg" ? content : null);
  // The thumbnail is decorative: the file's name is beside it.
  if (url !== null) return <img src={url} alt="" className={cx(TILE, "object-cover")} />;
  const isUnusable = state.kind === "refused" || (state.kind === "failed" && content === null);
  return (
    <span className={cx(TILE, "grid place-items-center bg-sunken text-soft")}>
      <Icon name={isUnusable ? "file-x" : "file-text"} className="size-5" />
    </span>
  );
}
