import { ATTACHMENT_SIZE_LIMIT, LIMITS, PICKER_ACCEPT } from "@logbook/domain";
import { type ChangeEvent, type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { namePastedFiles } from "./name-pasted-files.ts";

/** `onEmptyPaste` is called if the clipboard has no file. If `isLocked`, the zone accepts no files. */
export interface DropZoneProps {
  zone: RefObject<HTMLDivElement | null>;
  labelId: string;
  isLocked: boolean;
  onFiles: (files: readonly File[]) => void;
  onEmptyPaste: () => void;
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes("Files") ?? false;

/** An area where files can be dropped, chosen or, while it has the focus, pasted (section 5). */
export function DropZone({ zone, labelId, isLocked, onFiles, onEmptyPaste }: DropZoneProps) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hintId = `${labelId}-hint`;

  usePaste({ zone, isLocked, onFiles, onEmptyPaste });
  useEffect(preventOpeningOfDroppedFiles, []);
  const onDrop = (event: DragEvent) => {
    setIsDraggedOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (!isLocked) onFiles([...event.dataTransfer.files]);
  };

  const onPickerChange = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Without this line the browser would send no `change` event if the user removed a file and chose it again.
    event.target.value = "";
    if (!isLocked && files.length > 0) onFiles(files);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be focused, and pasting needs the focus
    <div
      ref={zone}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture is pasted while the zone has the focus (section 5)
      tabIndex={0}
      aria-labelledby={labelId}
      aria-describedby={hintId}
      onDragOver={(event) => setIsDraggedOver(!isLocked && hasFiles(event))}
      onDragLeave={({ currentTarget, relatedTarget: enteredElement }) => {
        if (!currentTarget.contains(enteredElement as Node | null)) setIsDraggedOver(false);
      }}
      onDrop={onDrop}
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-dashed p-4 motion-safe:transition-colors",
        isDraggedOver ? "border-accent bg-accent-soft" : "border-line bg-sunken",
      )}
    >
      <p id={hintId} className="min-w-0 flex-1 basis-56 text-sm">
        <span className="pointer-coarse:hidden">
          Drop files here, paste a picture while this is focused, or choose them.
        </span>
        <span className="block text-soft text-xs">
          Images, PDF, TXT, LOG or JSON, at most {LIMITS.attachmentsPerIssue} files of {ATTACHMENT_SIZE_LIMIT} each.
          Images are saved as JPEG, at most {LIMITS.imageSide} pixels wide or high.
        </span>
      </p>
      <Button size="sm" aria-disabled={isLocked || undefined} onClick={() => !isLocked && picker.current?.click()}>
        <Icon name="paperclip" className="size-4" />
        Add screenshot or file
      </Button>
      <input ref={picker} type="file" hidden multiple accept={PICKER_ACCEPT} onChange={onPickerChange} />
    </div>
  );
}

function usePaste({ zone, isLocked, onFiles, onEmptyPaste }: Omit<DropZoneProps, "labelId">): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (isLocked || !zone.current?.contains(document.activeElement)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    event.preventDefault();
    if (files.length === 0) onEmptyPaste();
    else onFiles(namePastedFiles(files, Date.now()));
  });
  useEffect(() => {
    // Listen on the document, because the browser sends `paste` to the element that had the text cursor last, even if
    // the zone has the focus.
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);
}

/**
 * Keeps the browser from opening a file that is dropped beside the zone. Cancelling `dragover` also lets the zone
 * receive the event `drop`. Returns the function that removes the listeners.
 */
function preventOpeningOfDroppedFiles(): () => void {
  const controller = new AbortController();
  const preventOpening = (event: globalThis.DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  };
  window.addEventListener("dragover", preventOpening, { signal: controller.signal });
  window.addEventListener("drop", preventOpening, { signal: controller.signal });
  return () => controller.abort();
}
