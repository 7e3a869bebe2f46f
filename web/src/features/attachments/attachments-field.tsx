import { useEffect, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { useStore } from "../../shared/store/store.ts";
import { DropZone } from "./drop-zone.tsx";
import { attachedFiles, filesSummary, type ListedFile } from "./file-list.ts";
import { FileRow } from "./file-row.tsx";
import type { FileStore } from "./file-store.ts";

interface AttachmentsFieldProps {
  store: FileStore;
  /** Whether the report or amendment is being sent. */
  isLocked: boolean;
  /** Called with the key of a file whose upload failed. */
  onRetry: (key: string) => void;
  /** Whether the drop zone takes the focus when it is mounted, so that a picture can be pasted at once. */
  takesFocus?: boolean;
}

/** A drop zone, with the lists of attached and of refused files. */
export function AttachmentsField({ store, isLocked, onRetry, takesFocus = false }: AttachmentsFieldProps) {
  const draftFiles = useStore(store);
  const field = useRef<HTMLDivElement>(null);
  const dropZone = useRef<HTMLDivElement>(null);
  const labelId = useId();
  useEffect(() => {
    if (takesFocus) dropZone.current?.focus();
  }, [takesFocus]);
  const attached = attachedFiles(draftFiles);
  const refused = draftFiles.files.filter((file) => !attached.includes(file));

  const findRemoveButtons = () => [...(field.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
  /** Removes a file and moves the focus to the Remove button of the next file, or to the drop zone if none is left. */
  const remove = (key: string) => {
    if (isLocked) return;
    const index = findRemoveButtons().findIndex((button) => button.dataset.remove === key);
    // Render at once, so that the file's own button is no longer among the remaining buttons.
    flushSync(() => store.remove(key));
    const remainingButtons = findRemoveButtons();
    const nextButton = remainingButtons[Math.min(index, remainingButtons.length - 1)];
    (nextButton ?? dropZone.current)?.focus();
  };
  const renderRow = (file: ListedFile) => (
    <FileRow
      key={file.key}
      file={file}
      isLocked={isLocked}
      onRemove={() => remove(file.key)}
      onRetry={() => !isLocked && onRetry(file.key)}
      onMarked={(content) => store.replacePicture(file.key, content)}
      onReview={(review, content) => store.changeReview(file.key, review, content)}
    />
  );

  return (
    <div ref={field}>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <p id={labelId} className="font-semibold text-sm">
          Attachments
        </p>
        {attached.length > 0 && (
          <p className="text-soft text-xs tabular-nums">{`${attached.length} of ${store.maxCount}`}</p>
        )}
      </div>
      <DropZone store={store} zone={dropZone} labelId={labelId} isLocked={isLocked} />
      <div role="status">
        <span className="sr-only">{filesSummary(draftFiles)}</span>
        {draftFiles.note && <p className="mt-2 font-medium text-amber text-sm">{draftFiles.note}</p>}
      </div>
      {attached.length > 0 && (
        <ul aria-labelledby={labelId} className="mt-1 divide-y divide-rule">
          {attached.map(renderRow)}
        </ul>
      )}
      {refused.length > 0 && (
        <>
          <p id={`${labelId}-refused`} className="mt-3 font-semibold text-red text-sm">
            Not attached
          </p>
          <ul aria-labelledby={`${labelId}-refused`} className="divide-y divide-rule">
            {refused.map(renderRow)}
          </ul>
        </>
      )}
    </div>
  );
}
