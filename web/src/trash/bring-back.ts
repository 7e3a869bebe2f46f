import type { Issue } from "@logbook/domain";
import { reloadIssuesAndTrash } from "../api/reload-issues.ts";
import { restoreIssue } from "../api/restore-issue.ts";
import { focusNew } from "../list/focus-entries.ts";
import { announce } from "../ui/announcer.tsx";

/** Takes back the deletion of a report in the list, says what came of it, and moves to the report where it shows again. */
export async function bringBack(report: Pick<Issue, "id" | "title">): Promise<void> {
  const answer = await restoreIssue(report.id);
  if (!answer.ok) {
    console.error("Failed to restore issue:", answer);
    announce(`“${report.title}” could not be restored. ${answer.error}`, {
      label: "Try again",
      byKey: "Ctrl+Z tries it once more.",
      run: () => void bringBack(report),
    });
    return;
  }
  await reloadIssuesAndTrash();
  focusNew(new Set([report.id]));
  announce(`“${report.title}” is back.`);
}
