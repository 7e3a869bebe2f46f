import type { IssueType } from "@logbook/domain";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useStore } from "../../shared/store/store.ts";
import type { ListedFile } from "../attachments/index.ts";
import { type Draft, saveDraft } from "./draft.ts";
import type { ReportTexts } from "./report-texts.ts";

// The draft is saved when nothing was typed for this long.
const SAVE_DELAY_MS = 300;

/** Saves the draft in the browser whenever its texts or files change. */
export function useSaveDraft(uid: string, type: IssueType, draft: Draft, form: UseFormReturn<ReportTexts>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      timer = undefined;
      void saveDraft(uid, type, draft, form.getValues());
    };
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    const unsubscribeFromTexts = form.subscribe({ formState: { values: true }, callback: saveSoon });
    const unsubscribeFromFiles = draft.files.subscribe(saveSoon);
    return () => {
      unsubscribeFromTexts();
      unsubscribeFromFiles();
      // Save the last changes at once, unless they are saved already.
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    };
  }, [draft, form, type, uid]);
}

/** Whether a file can still be sent: it was read, or is being read. */
const isUsable = ({ content, state }: ListedFile): boolean => content !== null || state.kind === "preparing";

/** Makes the browser ask for confirmation if the user leaves the page before all files are saved with the draft. */
export function useAskBeforeLosingFiles(draft: Draft): void {
  const hasFiles = useStore(draft.files).files.some(isUsable);
  useEffect(() => {
    // Listen only while there are files: with this listener some browsers keep no copy of the page for their Back button.
    if (!hasFiles) return;
    const askIfUnsaved = (event: BeforeUnloadEvent) => {
      const files = draft.files.get().files.filter(isUsable);
      if (files.some(({ key }) => !draft.savedFileKeys.has(key))) event.preventDefault();
    };
    addEventListener("beforeunload", askIfUnsaved);
    return () => removeEventListener("beforeunload", askIfUnsaved);
  }, [draft, hasFiles]);
}
