import { useEffect, useEffectEvent } from "react";
import { failureOf, failureText, type Result, unwrap } from "../../shared/api/result.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import { isFormShown } from "../../shared/ui/forms.ts";
import { reloadIssues } from "../after-write/index.ts";
import type { Edit } from "./open-edits.ts";

interface SaveOptions<T> {
  edit: Edit<T>;
  /** The title of the report that is edited, or of the report whose amendment is edited. */
  title: string;
  /** The `editedAt` of the text that is stored now. */
  editedAt: string | undefined;
  /** Sends the edit. `from` is the `editedAt` of the text that the edit may replace: the API keeps a later text. */
  send: (texts: T, from: string) => Promise<Result<unknown>>;
  doneMessage: string;
}

/**
 * Saves or cancels an edit. The typed texts stay until they are stored or the user presses Cancel. The form's attribute
 * `data-form` must be `edit.key` (see `isFormShown`).
 */
export function useSaveEdit<T>({ edit, title, editedAt = "", send, doneMessage }: SaveOptions<T>) {
  const { from = "", isSaving = false, error = null, isOutdated = false } = edit.open ?? {};

  const saveTexts = async (texts: T): Promise<void> => {
    const announceToSameUser = createAnnouncer();
    edit.update({ isSaving: true, error: null });
    try {
      await unwrap(send(texts, from), "Failed to save an edit:");
    } catch (saveError) {
      // The API may have refused the edit because the page shows an outdated report.
      if (failureOf(saveError)?.kind === "refused") await reloadIssues();
      edit.update({ isSaving: false, error: saveError, isOutdated: isConflict(saveError) });
      if (!isFormShown(edit.key)) announceToSameUser(`“${title}”: ${failureSentence(saveError)}`);
      return;
    }
    await reloadIssues();
    edit.close();
    announceToSameUser(doneMessage);
  };

  // Once the page shows the newer text, saving again may replace that text, but no later text.
  const isNewerTextShown = isOutdated && editedAt !== from;
  const allowReplacing = useEffectEvent(() => edit.update({ from: editedAt, isOutdated: false }));
  useEffect(() => {
    if (isNewerTextShown) allowReplacing();
  }, [isNewerTextShown]);

  return {
    isSaving,
    error: error === null ? null : failureSentence(error),
    hasConflict: isConflict(error),
    save: (texts: T) => {
      if (!isSaving) void saveTexts(texts);
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
