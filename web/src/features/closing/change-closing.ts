import type { Issue, User } from "@logbook/domain";
import { unwrap } from "../../shared/api/result.ts";
import { focusWhenRendered } from "../../shared/paged-list/list-focus.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { reloadIssues } from "../after-write/index.ts";
import { type ClosingChange, closeReport, closingOf } from "./api.ts";

/** Closes or reopens a report, and says so with the button Undo. Throws if the change was not stored. */
export async function changeClosing(report: Issue, user: User, change: ClosingChange): Promise<void> {
  const announceResult = createAnnouncer();
  await unwrap(closeReport(report.id, { ...change, userId: user.id }), "Failed to close issue:");
  await reloadIssues();
  announceResult(messageAfter(report, change), {
    label: "Undo",
    shortcutHint: "Ctrl+Z takes it back.",
    run: () => void undo(report, user),
  });
}

function messageAfter(report: Issue, { reason }: ClosingChange): string {
  if (reason === "duplicate") return "The report is closed as a duplicate.";
  if (reason !== null) return "The report is closed.";
  return report.duplicateOf === undefined ? "The report is open again." : "The report is no duplicate any more.";
}

async function undo(report: Issue, user: User): Promise<void> {
  const announceResult = createAnnouncer();
  const result = await closeReport(report.id, { ...closingOf(report), userId: user.id });
  if (!result.ok) {
    console.error("Failed to undo the closing:", result);
    announceResult(`The report was not changed back. ${result.error}`, {
      label: "Try again",
      shortcutHint: "Ctrl+Z tries it once more.",
      run: () => void undo(report, user),
    });
    return;
  }
  await reloadIssues();
  focusWhenRendered(new Set([report.id]));
  announceResult("The report is as it was.");
}
