import { LIMITS } from "@logbook/domain";
import { type RefObject, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { useStore } from "../../shared/store/store.ts";
import { DropZone } from "./drop-zone.tsx";
import { attachedFiles, type DraftFiles, filesSummary, type ListedFile, refusedFiles } from "./file-list.ts";
import { FileRow } from "./file-row.tsx";
import type { FileStore } from "./file-store.ts";

/**
 * The field is locked while the report is being sent. `onAdded` is called after files were accepted, `onRetry` with the
 * key of the file whose upload failed.
 */
export interface AttachmentsFieldProps {
  store: FileStore;
  isLocked: boolean;
  onAdded: () => void;
  onRetry: (key: string) => void;
}

export function AttachmentsField({ store, isLocked, onAdded, onRetry }: AttachmentsFieldProps) {
  const draftFiles = useStore(store);
  const dropZone = useRef<HTMLDivElement>(null);
  const labelId = useId();

  const addFiles = (chosenFiles: readonly File[]) => {
    if (store.add(chosenFiles) > 0) onAdded();
  };
  const onEmptyPaste = () => store.showNote("There is no picture or file in the clipboard.");
  const attached = attachedFiles(draftFiles);

  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <p id={labelId} className="font-semibold text-sm">
          Attachments
        </p>
        {attached.length > 0 && (
          <p className="text-soft text-xs tabular-nums">
            {attached.length} of {LIMITS.attachmentsPerIssue}
          </p>
        )}
      </div>
      <DropZone zone={dropZone} labelId={labelId} isLocked={isLocked} onFiles={addFiles} onEmptyPaste={onEmptyPaste} />
      <div role="status">
        <span className="sr-only">{filesSummary(draftFiles)}</span>
        {draftFiles.note && <p className="mt-2 font-medium text-amber text-sm">{draftFiles.note}</p>}
      </div>
      <FileLists {...{ store, draftFiles, dropZone, labelId, isLocked, onRetry }} />
    </div>
  );
}

interface FileListsProps extends Omit<AttachmentsFieldProps, "onAdded"> {
  draftFiles: DraftFiles;
  dropZone: RefObject<HTMLElement | null>;
  labelId: string;
}

function FileLists({ store, draftFiles, dropZone, labelId, isLocked, onRetry }: FileListsProps) {
  const container = useRef<HTMLDivElement>(null);
  const findRemoveButtons = () => [...(container.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
  /** Removes a file and moves the focus to the Remove button of the next file, or to the drop zone if none is left. */
  const remove = (key: string) => {
    if (isLocked) return;
    const index = findRemoveButtons().findIndex((button) => button.dataset.remove === key);
    // Renders at once: afterwards the file's own button must no longer be among the buttons.
    flushSync(() => store.remove(key));
    const remainingButtons = findRemoveButtons();
    const nextButton = remainingButtons[Math.min(index, remainingButtons.length - 1)];
    (nextButton ?? dropZone.current)?.focus();
  };

  const renderRows = (files: readonly ListedFile[]) =>
    files.map((file) => (
      <FileRow
        key={file.key}
        file={file}
        isLocked={isLocked}
        onRemove={() => remove(file.key)}
        onRetry={() => !isLocked && onRetry(file.key)}
      />
    ));
  const attached = attachedFiles(draftFiles);
  const refused = refusedFiles(draftFiles);

  return (
    <div ref={container}>
      {attached.length > 0 && (
        <ul aria-labelledby={labelId} className="mt-1 divide-y divide-rule">
          {renderRows(attached)}
        </ul>
      )}
      {refused.length > 0 && (
        <>
          <p id={`${labelId}-refused`} className="mt-3 font-semibold text-red text-sm">
            Not attached
          </p>
          <ul aria-labelledby={`${labelId}-refused`} className="divide-y divide-rule">
            {renderRows(refused)}
          </ul>
        </>
      )}
    </div>
  );
}
