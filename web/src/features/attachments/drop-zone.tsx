import { ATTACHMENT_SIZE_LIMIT, LIMITS, PICKER_ACCEPT } from "@logbook/domain";
import { type ChangeEvent, type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { namePastedFiles } from "./name-pasted-files.ts";

/** Props of `DropZone`. `labelledBy` is the id of its label. If `isLocked`, the zone accepts nothing. */
export interface DropZoneProps {
  zone: RefObject<HTMLDivElement | null>;
  labelledBy: string;
  isLocked: boolean;
  onFiles: (files: readonly File[]) => void;
  onEmptyPaste: () => void;
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes("Files") ?? false;

/** An area where files can be dropped, chosen or, while it has the focus, pasted (section 5). */
export function DropZone({ zone, labelledBy, isLocked, onFiles, onEmptyPaste }: DropZoneProps) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hintId = `${labelledBy}-hint`;

  usePaste({ zone, isLocked, onFiles, onEmptyPaste });
  useEffect(preventOpeningOfDroppedFiles, []);
  const drop = (event: DragEvent) => {
    setIsDraggedOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (!isLocked) onFiles([...event.dataTransfer.files]);
  };

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Without this, a removed file could not be chosen again.
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
      aria-labelledby={labelledBy}
      aria-describedby={hintId}
      onDragOver={(event) => setIsDraggedOver(!isLocked && hasFiles(event))}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggedOver(false);
      }}
      onDrop={drop}
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
      <input ref={picker} type="file" hidden multiple accept={PICKER_ACCEPT} onChange={choose} />
    </div>
  );
}

function usePaste({ zone, isLocked, onFiles, onEmptyPaste }: Omit<DropZoneProps, "labelledBy">): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (isLocked || !zone.current?.contains(document.activeElement)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    event.preventDefault();
    if (files.length === 0) onEmptyPaste();
    else onFiles(namePastedFiles(files, Date.now()));
  });
  useEffect(() => {
    // The browser sends the event to the element that had the text cursor last, not to the focused one. So listen on
    // the document.
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);
}

/** Without this, the browser would open a file that is dropped beside the zone, and the form would be lost. */
function preventOpeningOfDroppedFiles(): () => void {
  const listeners = new AbortController();
  const prevent = (event: globalThis.DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  };
  window.addEventListener("dragover", prevent, { signal: listeners.signal });
  window.addEventListener("drop", prevent, { signal: listeners.signal });
  return () => listeners.abort();
}
