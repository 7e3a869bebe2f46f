import { useEffect } from "react";
import { useStore } from "../../shared/store/store.ts";
import { attachedFiles, type ListedFile } from "../attachments/index.ts";
import type { Draft } from "./draft.ts";

/** Whether a file can still be sent: it was read, or is being read. */
const isUsable = ({ content, state }: ListedFile): boolean => content !== null || state.kind === "preparing";

/** Makes the browser ask for confirmation if the user leaves the page before all files are saved with the draft. */
export function useAskBeforeLosingFiles(draft: Draft): void {
  const hasFiles = attachedFiles(useStore(draft.files)).some(isUsable);
  useEffect(() => {
    // Listen only while there are files: with this listener some browsers keep no copy of the page for their Back button.
    if (!hasFiles) return;
    const askIfUnsaved = (event: BeforeUnloadEvent) => {
      const files = attachedFiles(draft.files.get()).filter(isUsable);
      if (files.some(({ key }) => !draft.savedFileKeys.has(key))) event.preventDefault();
    };
    addEventListener("beforeunload", askIfUnsaved);
    return () => removeEventListener("beforeunload", askIfUnsaved);
  }, [draft, hasFiles]);
}
