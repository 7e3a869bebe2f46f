import { type SavedDataStore, type SaveFailure, timeInWords } from "./saved-data-store.ts";

const SAVE_INTERVAL_MS = 5 * 60_000;

/** Saves every 5 minutes. Prints one line when saving begins to fail, and one when it works again. */
export function startAutosave(
  store: Pick<SavedDataStore, "savedAt">,
  save: () => Promise<SaveFailure>,
  print: (line: string) => void,
) {
  let saving = Promise.resolve();
  let isFailing = false;
  const saveOnce = async (): Promise<void> => {
    const failure = await save();
    if (failure === null && isFailing) print("Saving works again.");
    if (failure !== null && !isFailing)
      print(`Saving fails: ${failure}. ${lastSave(store.savedAt())} It is tried again every 5 minutes.`);
    isFailing = failure !== null;
  };
  const now = (): Promise<void> => {
    saving = saving.then(saveOnce);
    return saving;
  };
  const timer = setInterval(now, SAVE_INTERVAL_MS);
  return {
    /** Saves at once, after a save that is under way. */
    now,
    /** Ends the saves; resolves once none is under way. */
    stop(): Promise<void> {
      clearInterval(timer);
      return saving;
    },
  };
}

export type Autosave = ReturnType<typeof startAutosave>;

function lastSave(time: Date | null): string {
  return time === null ? "Nothing has been saved so far." : `The save of ${timeInWords(time)} stays.`;
}
