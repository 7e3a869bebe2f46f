import { ATTACHMENT_SIZE_LIMIT, LIMITS, PICKER_ACCEPT, pastedImageName } from "@logbook/domain";
import { type ChangeEvent, type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import type { FileStore } from "./file-store.ts";
import { loadUploadCode } from "./lazy-upload.tsx";

interface DropZoneProps {
  store: FileStore;
  zone: RefObject<HTMLDivElement | null>;
  labelId: string;
  /** Whether the zone accepts no files, because the report is being sent. */
  isLocked: boolean;
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes("Files") ?? false;

/** An area where files can be dropped, chosen or, while it has the focus, pasted (section 5). */
export function DropZone({ store, zone, labelId, isLocked }: DropZoneProps) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hintId = `${labelId}-hint`;
  const addFiles = (files: readonly File[]) => {
    // `add` returns the number of accepted files. Load the upload code now, so that Submit need not wait for the code.
    if (!isLocked && store.add(files) > 0) void loadUploadCode();
  };

  // Listen on the document: the browser sends `paste` to the element that had the text cursor last, not to the zone.
  useDocumentEvent("paste", (event) => {
    if (isLocked || !zone.current?.contains(document.activeElement)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    event.preventDefault();
    if (files.length === 0) store.showNote("There is no picture or file in the clipboard.");
    else addFiles(namePastedFiles(files, Date.now()));
  });
  // These two listeners also apply beside the zone. Cancelling `dragover` lets the zone receive the event `drop`.
  useDocumentEvent("dragover", preventFileOpening);
  useDocumentEvent("drop", preventFileOpening);
  const onDrop = (event: DragEvent) => {
    setIsDraggedOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    addFiles([...event.dataTransfer.files]);
  };

  const onPickerChange = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Without this line the browser would send no `change` event if the user removed a file and chose it again.
    event.target.value = "";
    if (files.length > 0) addFiles(files);
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
          {`Images, PDF, TXT, LOG or JSON, at most ${store.maxCount} files of ${ATTACHMENT_SIZE_LIMIT} each. Images are saved as JPEG, at most ${LIMITS.imageSide} pixels wide or high, without what a camera adds, such as the place. Text files are looked through for what is likely private.`}
        </span>
      </p>
      <Button size="sm" aria-disabled={isLocked || undefined} onClick={() => !isLocked && picker.current?.click()}>
        <Icon name="paperclip" className="size-4" />
        <span>Add screenshot or file</span>
      </Button>
      <input ref={picker} type="file" hidden multiple accept={PICKER_ACCEPT} onChange={onPickerChange} />
    </div>
  );
}

function useDocumentEvent<K extends keyof DocumentEventMap>(type: K, onEvent: (event: DocumentEventMap[K]) => void) {
  const callOnEvent = useEffectEvent(onEvent);
  useEffect(() => {
    const listener = (event: DocumentEventMap[K]) => callOnEvent(event);
    document.addEventListener(type, listener);
    return () => document.removeEventListener(type, listener);
  }, [type]);
}

/** Without this, the browser would leave the page to open a file that is dropped on it. */
function preventFileOpening(event: globalThis.DragEvent): void {
  if (hasFiles(event)) event.preventDefault();
}

/** Gives each pasted image its own name, made from `now` in milliseconds (section 5). Other files keep their names. */
export function namePastedFiles(files: readonly File[], now: number): File[] {
  return files.map((file, index) => {
    const isImage = file.type.startsWith("image/");
    return isImage ? new File([file], pastedImageName(now + index), { type: file.type }) : file;
  });
}
