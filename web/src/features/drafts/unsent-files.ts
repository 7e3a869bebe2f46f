import { LIMITS } from "@logbook/domain";
import { withTimeout } from "../../shared/browser/with-timeout.ts";
import { onUserLeft } from "../../shared/session/store.ts";
import { createFileStore, type FileStore, filesToSave, isUsable, type ListedFile } from "../attachments/index.ts";
import { deleteOldFiles, readUnsentFiles, writeUnsentFiles } from "./draft-storage.ts";

/** The files of an amendment that is not sent yet. They outlive its form and, in the browser's database, a reload. */
export interface UnsentFiles {
  readonly files: FileStore;
  /** The id of the amendment with which the files were last sent; `null` before the first attempt. */
  sentAs: string | null;
  /** Saves the files as they are now. Resolves to `false` if the browser cannot store them; never rejects. */
  save(): Promise<boolean>;
}

/** What the database has of them. */
interface SavedFiles extends Pick<UnsentFiles, "sentAs"> {
  files: ListedFile[];
  savedAt: number;
}

const SAVE_DELAY_MS = 300;
// Some browsers never answer when their database is damaged.
const TIMEOUT_MS = 10_000;
// The texts of amendments are gone with their tab. Their files stay in the database until then.
const MAX_AGE_MS = 7 * 86_400_000;

const opened = new Map<string, Promise<UnsentFiles>>();
const unsavedKeys = new Set<string>();

onUserLeft(() => {
  for (const key of opened.keys()) setSaved(key, true);
  opened.clear();
});

/** The files with this key, which belongs to one amendment of the member. Without stored files, an empty list. */
export function openUnsentFiles(uid: string, key: string): Promise<UnsentFiles> {
  const unsentFiles = opened.get(key) ?? restore(uid, key);
  opened.set(key, unsentFiles);
  return unsentFiles;
}

async function restore(uid: string, key: string): Promise<UnsentFiles> {
  const reading = readUnsentFiles<SavedFiles>(uid, key);
  const saved = await withTimeout(reading, TIMEOUT_MS).catch(() => undefined);
  void deleteOldFiles(uid, Date.now() - MAX_AGE_MS).catch(() => undefined);
  const files = createFileStore(LIMITS.attachmentsPerAmendment);
  files.restore(saved?.files ?? []);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsentFiles: UnsentFiles = {
    files,
    sentAs: saved?.sentAs ?? null,
    async save() {
      clearTimeout(timer);
      const fileList = filesToSave(files.get());
      const savedFiles: SavedFiles = { files: fileList, sentAs: unsentFiles.sentAs, savedAt: Date.now() };
      const writing = writeUnsentFiles(uid, key, fileList.length === 0 ? null : savedFiles);
      const isSaved = await withTimeout(writing, TIMEOUT_MS).then(
        () => true,
        () => false,
      );
      const isComplete = files.get().files.filter(isUsable).length === fileList.length;
      if (opened.has(key)) setSaved(key, isSaved && isComplete);
      return isSaved;
    },
  };
  files.subscribe(() => {
    // After `discardUnsentFiles`, nothing is stored again.
    if (!opened.has(key)) return;
    setSaved(key, !files.get().files.some(isUsable));
    clearTimeout(timer);
    timer = setTimeout(() => opened.has(key) && void unsentFiles.save(), SAVE_DELAY_MS);
  });
  return unsentFiles;
}

/** Deletes the files with this key: their amendment was sent, or has none any longer. */
export function discardUnsentFiles(uid: string, key: string): void {
  opened.delete(key);
  setSaved(key, true);
  void writeUnsentFiles(uid, key, null).catch(() => undefined);
}

/** Lets the browser ask before it leaves the page, while that would lose files. */
function setSaved(key: string, isSaved: boolean): void {
  if (isSaved) unsavedKeys.delete(key);
  else unsavedKeys.add(key);
  // Listen only then: because of this listener some browsers keep no copy of the page for Back.
  if (unsavedKeys.size > 0) addEventListener("beforeunload", askBeforeLeaving);
  else removeEventListener("beforeunload", askBeforeLeaving);
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
