import { type CreateIssue, fromWire, type Issue, type WireIssue } from "@logbook/domain";
import type { createIssue } from "../../shared/api/create-issue.ts";

/**
 * How sending a report ended. `issue` is the report as it is stored, where the server says so; `error` is a whole sentence for the person; `renew` asks for a new id and new uploads
 * before the next try, as the ones used cannot lead to anything any more.
 */
export type Sent = { kind: "sent"; issue: Issue | null } | { kind: "failed"; error: string; renew: boolean };

/** What sending needs: `uploadAll` gives how many files could not be uploaded, `attachments` those that were. */
export interface SendPorts {
  uploadAll: () => Promise<number>;
  attachments: () => CreateIssue["attachments"];
  create: typeof createIssue;
}

/**
 * Uploads what is not uploaded yet, then files the report. After a failure it can be called again as it is: uploaded
 * files stay uploaded, and a report that had arrived already, though its answer was lost, is not filed twice.
 */
export async function sendReport(report: Omit<CreateIssue, "attachments">, ports: SendPorts): Promise<Sent> {
  const missing = await ports.uploadAll();
  if (missing > 0) {
    console.error(`Failed to process attachments: ${missing} not uploaded.`);
    return { kind: "failed", error: missingText(missing), renew: false };
  }
  const answer = await ports.create({ ...report, attachments: ports.attachments() });
  if (answer.ok) {
    // Section 7 promises no more than that it went well.
    const issue = answer.data.issue as WireIssue | undefined;
    return { kind: "sent", issue: issue ? fromWire(issue) : null };
  }
  console.error("Failed to add issue:", answer);
  // The same report again is a success: this one was changed after a try whose answer got lost.
  if (answer.code === "already-exists") return { kind: "failed", error: ARRIVED, renew: true };
  return {
    kind: "failed",
    error: `Your report was not added. ${answer.error}`,
    renew: answer.code === "attachment-missing",
  };
}

const ARRIVED =
  "This report had arrived already, as you sent it first; it is in the list. Please add what you changed since as an " +
  "amendment there. Submitting again files it as a second report.";

function missingText(count: number): string {
  const files = count === 1 ? "one file" : `${count} files`;
  return `Your report was not added: ${files} could not be attached, the list says why. Submit again to retry, or remove what fails.`;
}
