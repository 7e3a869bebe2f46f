import { LIMITS } from "@logbook/domain";
import { type RefObject, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { useStore } from "../../shared/store/store.ts";
import { DropZone } from "./drop-zone.tsx";
import { attachedFiles, type DraftFiles, filesSummary, type ListedFile, refusedFiles } from "./file-list.ts";
import { FileRow } from "./file-row.tsx";
import type { FileStore } from "./file-store.ts";

/** Props of `AttachmentsField`. `onAdded` is called after files were accepted. */
export interface AttachmentsFieldProps {
  store: FileStore;
  isLocked: boolean;
  onAdded: () => void;
  onRetry: (key: string) => void;
}

export function AttachmentsField({ store, isLocked, onAdded, onRetry }: AttachmentsFieldProps) {
  const list = useStore(store);
  const zone = useRef<HTMLDivElement>(null);
  const id = useId();

  const add = (chosen: readonly File[]) => {
    if (store.add(chosen) > 0) onAdded();
  };
  const onEmptyPaste = () => store.showNote("There is no picture or file in the clipboard.");
  const attached = attachedFiles(list);

  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <p id={id} className="font-semibold text-sm">
          Attachments
        </p>
        {attached.length > 0 && (
          <p className="text-soft text-xs tabular-nums">
            {attached.length} of {LIMITS.attachmentsPerIssue}
          </p>
        )}
      </div>
      <DropZone zone={zone} labelledBy={id} isLocked={isLocked} onFiles={add} onEmptyPaste={onEmptyPaste} />
      <div role="status">
        <span className="sr-only">{filesSummary(list)}</span>
        {list.note && <p className="mt-2 font-medium text-amber text-sm">{list.note}</p>}
      </div>
      <FileLists {...{ store, list, zone, isLocked, onRetry }} labelledBy={id} />
    </div>
  );
}

interface FileListsProps extends Omit<AttachmentsFieldProps, "onAdded"> {
  list: DraftFiles;
  zone: RefObject<HTMLElement | null>;
  labelledBy: string;
}

/** The attached files and the refused ones. After a removal the focus moves to the next file, or to the zone. */
function FileLists({ store, list, zone, labelledBy, isLocked, onRetry }: FileListsProps) {
  const lists = useRef<HTMLDivElement>(null);
  const findRemoveButtons = () => [...(lists.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
  const remove = (key: string) => {
    if (isLocked) return;
    const index = findRemoveButtons().findIndex((button) => button.dataset.remove === key);
    flushSync(() => store.remove(key));
    const remaining = findRemoveButtons();
    const nextButton = remaining[Math.min(index, remaining.length - 1)];
    (nextButton ?? zone.current)?.focus();
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
  const attached = attachedFiles(list);
  const refused = refusedFiles(list);

  return (
    <div ref={lists}>
      {attached.length > 0 && (
        <ul aria-labelledby={labelledBy} className="mt-1 divide-y divide-rule">
          {renderRows(attached)}
        </ul>
      )}
      {refused.length > 0 && (
        <>
          <p id={`${labelledBy}-refused`} className="mt-3 font-semibold text-red text-sm">
            Not attached
          </p>
          <ul aria-labelledby={`${labelledBy}-refused`} className="divide-y divide-rule">
            {renderRows(refused)}
          </ul>
        </>
      )}
    </div>
  );
}
