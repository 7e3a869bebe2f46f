import { type KeptStore, momentInWords, type Saved } from "./saved-data-store.ts";

const SAVE_EVERY_MS = 5 * 60_000;

/** The regular saves of a running suite. */
export interface Saving {
  /** Saves at once, after a save that is under way. */
  now(): Promise<void>;
  /** Ends the saves; resolves once none is under way. */
  stop(): Promise<void>;
}

/** Saves every few minutes, so that a suite that crashes loses little. `tell` hears when that begins to fail, and when it works again. */
export function saveRegularly(
  { savedAt }: Pick<KeptStore, "savedAt">,
  save: () => Promise<Saved>,
  tell: (news: string) => void,
): Saving {
  let saving = Promise.resolve();
  let fails = false;
  const saveOnce = async (): Promise<void> => {
    const saved = await save();
    if (saved === "saved" && fails) tell("Saving works again.");
    if (saved !== "saved" && !fails)
      tell(`Saving fails: ${saved.failed}. ${kept(savedAt())} It is tried again every 5 minutes.`);
    fails = saved !== "saved";
  };
  const now = (): Promise<void> => {
    saving = saving.then(saveOnce);
    return saving;
  };
  const timer = setInterval(now, SAVE_EVERY_MS);
  return {
    now,
    stop() {
      clearInterval(timer);
      return saving;
    },
  };
}

function kept(at: Date | null): string {
  return at === null ? "Nothing has been saved so far." : `What was saved at ${momentInWords(at)} is kept.`;
}
