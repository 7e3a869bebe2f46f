import { isBlank, type User } from "@logbook/domain";
import { useEffect, useEffectEvent, useState } from "react";
import { useStore } from "../../shared/store/store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { AttachmentsField, type FileStore, loadUploadCode, namePastedFiles, upload } from "../attachments/index.ts";
import { openUnsentFiles, type UnsentFiles } from "../drafts/index-lazy.ts";

/** The amendment that is being written. */
export interface WrittenAmendment {
  issueId: string;
  user: User;
  text: string;
  isLocked: boolean;
}

interface ChosenFilesProps extends WrittenAmendment {
  /** Names the files of the amendment (features/drafts/unsent-files.ts). */
  filesKey: string;
  /** Pasted or dropped files that the area has to add, and what to call then. */
  newFiles: readonly File[];
  onAdded: () => void;
  takesFocus: boolean;
  /** Closes the area, which has no files. */
  close: () => void;
}

/** The area of an amendment's form in which files are chosen. */
export function ChosenFiles(props: ChosenFilesProps) {
  const { filesKey, user, newFiles, onAdded } = props;
  const [unsentFiles, setUnsentFiles] = useState<UnsentFiles | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void openUnsentFiles(user.id, filesKey).then((opened) => isCurrent && setUnsentFiles(opened));
    return () => {
      isCurrent = false;
    };
  }, [user.id, filesKey]);
  const addNewFiles = useEffectEvent((files: FileStore) => {
    onAdded();
    if (files.add(namePastedFiles(newFiles, Date.now())) > 0) void loadUploadCode();
  });
  useEffect(() => {
    if (unsentFiles !== null && newFiles.length > 0) addNewFiles(unsentFiles.files);
  }, [unsentFiles, newFiles]);
  return unsentFiles && <Area {...props} unsentFiles={unsentFiles} />;
}

interface AreaProps extends ChosenFilesProps {
  unsentFiles: UnsentFiles;
}

function Area({ unsentFiles, issueId, user, text, isLocked, takesFocus, close }: AreaProps) {
  const { files } = unsentFiles;
  const isEmpty = useStore(files).files.length === 0;
  const retry = (key: string) => files.uploadFile(key, { uid: user.id, issueId }, upload);
  return (
    <div className="basis-full">
      <AttachmentsField store={files} isLocked={isLocked} onRetry={retry} takesFocus={takesFocus} />
      {isEmpty && (
        <Button variant="ghost" size="sm" className="mt-1 -ml-3" onClick={close}>
          Without files
        </Button>
      )}
      {!isEmpty && isBlank(text) && (
        <p className="mt-1 text-soft text-sm">Please write a text, too: files alone are not added.</p>
      )}
    </div>
  );
}
