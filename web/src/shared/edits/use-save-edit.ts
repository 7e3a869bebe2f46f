import { useEffect, useEffectEvent, useState } from "react";
import { reloadIssues } from "../api/reload-issues.ts";
import { failureOf, failureText, type Result, unwrap } from "../api/result.ts";
import { useAction } from "../api/use-action.ts";
import { announce, createAnnouncer } from "../ui/announcer.tsx";
import type { Edit } from "./open-edits.ts";

interface SaveOptions<T> {
  edit: Edit<T>;
  /** The `editedAt` of the text that is stored now. */
  editedAt: string | undefined;
  send: (texts: T, from: string) => Promise<Result<unknown>>;
  doneMessage: string;
}

/** Saves or cancels an edit. What was typed stays until it is stored or Cancel is pressed. */
export function useSaveEdit<T>({ edit, editedAt = "", send, doneMessage }: SaveOptions<T>) {
  const from = edit.open?.from ?? "";
  /** Whether the last attempt was refused because of a newer stored text, which this window has not loaded yet. */
  const [isOutdated, setIsOutdated] = useState(false);
  const action = useAction(async (texts: T) => {
    const say = createAnnouncer();
    try {
      await unwrap(send(texts, from), "Failed to save an edit:");
    } catch (error) {
      if (failureOf(error)?.kind === "refused") await reloadIssues();
      setIsOutdated(isConflict(error));
      throw error;
    }
    await reloadIssues();
    edit.close();
    say(doneMessage);
  });

  // The user sees the newer text now: saving again may replace this text, but no later one.
  const hasArrived = isOutdated && editedAt !== from;
  const acceptStored = useEffectEvent(() => {
    edit.setFrom(editedAt);
    setIsOutdated(false);
  });
  useEffect(() => {
    if (hasArrived) acceptStored();
  }, [hasArrived]);

  return {
    isSaving: action.isPending,
    error: action.error === null ? null : `Your changes were not saved. ${failureText(action.error)}`,
    hasConflict: isConflict(action.error),
    save: (texts: T) => {
      if (!action.isPending) action.run(texts);
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
