import { STATUS_LABELS, type Status } from "@logbook/domain";
import { createAnnouncer, type MessageAction } from "../../shared/ui/announcer.tsx";
import { reloadIssues } from "../after-write/index.ts";
import { stepIssue } from "./api.ts";

/** A step that was made. */
interface Step {
  id: string;
  from: Status;
  status: Status;
  userId: string;
}

/** The button beside the message about a step: it makes the opposite step, under the same rules. */
export const undoStepAction = (step: Step): MessageAction => ({
  label: "Undo",
  shortcutHint: "Ctrl+Z takes it back.",
  run: () => void undoStep(step),
});

async function undoStep(step: Step): Promise<void> {
  const announceResult = createAnnouncer();
  const result = await stepIssue({ ...step, from: step.status, status: step.from });
  // After a refusal, such as a later step by another admin, show what is stored.
  if (result.ok || result.kind === "refused") await reloadIssues();
  if (result.ok) return announceResult(`The report is ${STATUS_LABELS[step.from]} again.`);
  console.error("Failed to undo a step:", result);
  const text = `The step was not taken back. ${result.error}`;
  // Trying again cannot help if the report was moved or deleted since.
  if (result.status === 409 || result.status === 404) return announceResult(text);
  announceResult(text, { ...undoStepAction(step), label: "Try again", shortcutHint: "Ctrl+Z tries it once more." });
}
