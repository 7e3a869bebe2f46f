import { useEffect } from "react";
import { useStore } from "../../shared/store/store.ts";
import { attachedFiles, type ListedFile } from "../attachments/index.ts";
import type { Draft } from "./draft.ts";

/** Whether a file can still be sent: it was read, or is being read. */
const isUsable = ({ content, state }: ListedFile): boolean => content !== null || state.kind === "preparing";

/** Asks users who leave the page while the saved draft does not have all their files yet. */
export function useAskBeforeLosingFiles(draft: Draft): void {
  const hasFiles = attachedFiles(useStore(draft.files)).some(isUsable);
  useEffect(() => {
    // With this listener some browsers do not cache the page for Back, so it is added only while there are files.
    if (!hasFiles) return;
    const ask = (event: BeforeUnloadEvent) => {
      const files = attachedFiles(draft.files.get()).filter(isUsable);
      if (files.some(({ key }) => !draft.savedFiles.has(key))) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [draft, hasFiles]);
}
