import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { newId } from "../../shared/api/new-id.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import type { NewAmendment } from "./api.ts";
import type { WrittenAmendment } from "./chosen-files.tsx";
import type { FilesProps } from "./files-of-amendment.tsx";

const tilesCode = lazyResource(() => import("./files-of-amendment.tsx"));
const chosenFilesCode = lazyResource(() => import("./chosen-files.tsx"));

interface AmendmentFilesProps extends WrittenAmendment {
  /** Names the files of the amendment; missing while their area is closed. */
  filesKey: string | undefined;
  setFilesKey: (filesKey: string | undefined) => void;
  textArea: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The part of an amendment's form for files. The page loads it once the form is used, so that it makes no card of the
 * list longer: a button that opens the area for files. Files that are pasted into the text or dropped on the form open
 * it, too.
 */
export function AmendmentFiles(props: AmendmentFilesProps) {
  const { filesKey, setFilesKey, textArea, isLocked } = props;
  const [wasPressed, setWasPressed] = useState(false);
  // Pasted or dropped files, which the area takes when it is there.
  const [newFiles, setNewFiles] = useState<readonly File[]>([]);
  const press = () => {
    // The button disappears. The area takes the focus once it is there.
    textArea.current?.focus();
    setWasPressed(true);
    setFilesKey(newId());
  };
  const takeFiles = useEffectEvent((event: Event, data: DataTransfer | null) => {
    // The area for files may have taken them itself.
    if (!hasFiles(data) || event.defaultPrevented) return;
    event.preventDefault();
    if (isLocked || event.type === "dragover") return;
    if (filesKey === undefined) setFilesKey(newId());
    setNewFiles([...data!.files]);
  });
  useEffect(() => {
    const textElement = textArea.current!;
    const form = textElement.form!;
    const takeDropped = (event: DragEvent) => takeFiles(event, event.dataTransfer);
    // The browser may send the event here although the area for files has the focus.
    const takePasted = (event: ClipboardEvent) =>
      textElement === document.activeElement && takeFiles(event, event.clipboardData);
    textElement.addEventListener("paste", takePasted);
    form.addEventListener("dragover", takeDropped);
    form.addEventListener("drop", takeDropped);
    return () => {
      textElement.removeEventListener("paste", takePasted);
      form.removeEventListener("dragover", takeDropped);
      form.removeEventListener("drop", takeDropped);
    };
  }, [textArea]);
  if (filesKey === undefined)
    return (
      <IconButton label="Add pictures or files" className="size-9! sm:size-7!" disabled={isLocked} onClick={press}>
        <Icon name="paperclip" className="size-4" />
      </IconButton>
    );
  const close = () => {
    setFilesKey(undefined);
    textArea.current?.focus();
  };
  return (
    <LazyPart code={chosenFilesCode}>
      {({ ChosenFiles }) => (
        <ChosenFiles
          {...props}
          {...{ filesKey, close, newFiles }}
          onAdded={() => setNewFiles([])}
          takesFocus={wasPressed}
        />
      )}
    </LazyPart>
  );
}

/** Whether a paste or a drop is about files. A text that has a picture, too, is taken as text. */
const hasFiles = (data: DataTransfer | null): boolean =>
  data?.types.includes("Files") === true && !data.types.includes("text/plain");

/** The files of an amendment that is shown. */
export function FilesOfAmendment(props: FilesProps) {
  return (
    <LazyPart code={tilesCode} fallback={<span className={`mt-1 basis-full ${props.isLatest ? "h-16.5" : "h-8"}`} />}>
      {(code) => <code.FilesOfAmendment {...props} />}
    </LazyPart>
  );
}

export const sendWithFiles = async (filesKey: string, amendment: NewAmendment) =>
  await (await import("./send-with-files.ts")).sendWithFiles(filesKey, amendment);
