import { type SavedDataStore, type SaveFailure, timeInWords } from "./saved-data-store.ts";

const SAVE_INTERVAL_MS = 5 * 60_000;

/**
 * Saves every 5 minutes. Prints one line when saving begins to fail, and one when it works again. `save` resolves to
 * the reason of a failure, or to `null`.
 */
export function startAutosave(
  store: Pick<SavedDataStore, "savedAt">,
  save: () => Promise<SaveFailure>,
  print: (line: string) => void,
) {
  let pendingSave = Promise.resolve();
  let isFailing = false;
  const saveOnce = async (): Promise<void> => {
    const failure = await save();
    if (failure === null && isFailing) print("Saving works again.");
    if (failure !== null && !isFailing)
      print(
        `Saving fails: ${failure}. ${describeOlderSave(store.savedAt())} The suite tries to save again every 5 minutes.`,
      );
    isFailing = failure !== null;
  };
  const saveNow = (): Promise<void> => {
    pendingSave = pendingSave.then(saveOnce);
    return pendingSave;
  };
  const timer = setInterval(saveNow, SAVE_INTERVAL_MS);
  return {
    /** Saves at once, or as soon as a running save has ended. */
    saveNow,
    /** Ends the regular saves. Resolves once no save is running. */
    stop(): Promise<void> {
      clearInterval(timer);
      return pendingSave;
    },
  };
}

export type Autosave = ReturnType<typeof startAutosave>;

function describeOlderSave(time: Date | null): string {
  return time === null ? "Nothing has been saved so far." : `The save of ${timeInWords(time)} stays.`;
}
