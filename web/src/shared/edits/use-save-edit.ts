import { useEffect, useEffectEvent } from "react";
import { reloadIssues } from "../api/reload-issues.ts";
import { failureOf, failureText, type Result, unwrap } from "../api/result.ts";
import { announce, createAnnouncer } from "../ui/announcer.tsx";
import { isFormShown } from "../ui/is-form-shown.ts";
import type { Edit } from "./open-edits.ts";

interface SaveOptions<T> {
  edit: Edit<T>;
  /** The title of the report that is edited, or whose amendment is. */
  title: string;
  /** The `editedAt` of the text that is stored now. */
  editedAt: string | undefined;
  send: (texts: T, from: string) => Promise<Result<unknown>>;
  doneMessage: string;
}

/**
 * Saves or cancels an edit. What was typed stays until it is stored or Cancel is pressed. The form is named
 * `edit.key` (see `isFormShown`).
 */
export function useSaveEdit<T>({ edit, title, editedAt = "", send, doneMessage }: SaveOptions<T>) {
  const { from = "", isSaving = false, error = null, isOutdated = false } = edit.open ?? {};

  const save = async (texts: T): Promise<void> => {
    const say = createAnnouncer();
    edit.update({ isSaving: true, error: null });
    try {
      await unwrap(send(texts, from), "Failed to save an edit:");
    } catch (error) {
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      edit.update({ isSaving: false, error, isOutdated: isConflict(error) });
      if (!isFormShown(edit.key)) say(`“${title}”: ${failureSentence(error)}`);
      return;
    }
    await reloadIssues();
    edit.close();
    say(doneMessage);
  };

  // The user sees the newer text now: saving again may replace this text, but no later one.
  const hasArrived = isOutdated && editedAt !== from;
  const acceptStored = useEffectEvent(() => edit.update({ from: editedAt, isOutdated: false }));
  useEffect(() => {
    if (hasArrived) acceptStored();
  }, [hasArrived]);

  return {
    isSaving,
    error: error === null ? null : failureSentence(error),
    hasConflict: isConflict(error),
    save: (texts: T) => {
      if (!isSaving) void save(texts);
    },
    cancel(texts: T, isChanged: boolean) {
      edit.close();
      if (!isChanged) return;
      announce("Your changes were discarded.", {
        label: "Undo",
        shortcutHint: "Ctrl+Z brings them back.",
        run: () => edit.begin(texts, from),
      });
    },
  };
}

const isConflict = (error: unknown): boolean => failureOf(error)?.code === "conflict";

const failureSentence = (error: unknown): string => `Your changes were not saved. ${failureText(error)}`;
