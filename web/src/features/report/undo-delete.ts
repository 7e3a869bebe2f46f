import { reloadIssuesAndTrash } from "../../shared/api/reload-issues.ts";
import { restoreIssue } from "../../shared/api/trash.ts";
import { focusWhenRendered } from "../../shared/paged-list/list-focus.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";

/** Restores a report that was just deleted, announces the result, and moves the focus to the report. */
export async function undoDelete(id: string): Promise<void> {
  const say = createAnnouncer();
  const answer = await restoreIssue(id);
  if (!answer.ok) {
    console.error("Failed to restore issue:", answer);
    say(`The report could not be restored. ${answer.error}`, {
      label: "Try again",
      shortcutHint: "Ctrl+Z tries it once more.",
      run: () => void undoDelete(id),
    });
    return;
  }
  await reloadIssuesAndTrash();
  focusWhenRendered(new Set([id]));
  say("The report is back.");
}
