import { useState } from "react";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, failureText, type Result, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import type { Edit } from "./open-edits.ts";

interface SaveOptions<T> {
  edit: Edit<T>;
  /** The `editedAt` of what is stored now. */
  editedAt: string | undefined;
  send: (texts: T, from: string) => Promise<Result<unknown>>;
  done: string;
}

/** Saving and cancelling an edit. What was typed stays until it is stored or Cancel is pressed. */
export function useSaveEdit<T>({ edit, editedAt = "", send, done }: SaveOptions<T>) {
  // After a conflict the user has seen what is stored, so saving again replaces that.
  const [hadConflict, setHadConflict] = useState(false);
  const from = hadConflict ? editedAt : (edit.open?.from ?? "");
  const action = useAction(async (texts: T) => {
    const say = createAnnouncer();
    try {
      await unwrap(send(texts, from));
    } catch (error) {
      console.error("Failed to save an edit:", failureOf(error) ?? error);
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      setHadConflict(failureOf(error)?.code === "conflict");
      throw error;
    }
    await reloadIssues();
    edit.close();
    say(done);
  });

  return {
    isSaving: action.pending !== null,
    error: action.error === null ? null : `Your changes were not saved. ${failureText(action.error)}`,
    save: (texts: T) => {
      if (action.pending === null) action.run(texts);
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
