import { type CreateIssue, fromWire, type Issue, type WireIssue } from "@logbook/domain";
import type { createIssue } from "../../shared/api/report-writes.ts";

/**
 * `report` is the stored report, or `null` if the response does not contain it. `error` is a whole sentence. If
 * `mustRenew`, the next attempt needs a new id and new uploads. If `mayResend`, the next attempt can follow at once.
 */
export type SendOutcome =
  | { kind: "sent"; report: Issue | null }
  | { kind: "failed"; error: string; mustRenew: boolean; mayResend: boolean };

/** The calls that `sendReport` makes. */
export interface SendPorts {
  /** Resolves to the number of files that could not be uploaded. */
  uploadAll: () => Promise<number>;
  uploadedAttachments: () => CreateIssue["attachments"];
  create: typeof createIssue;
}

/** Uploads the files and creates the report. After a failure, another call with the same id stores nothing twice. */
export async function sendReport(report: Omit<CreateIssue, "attachments">, ports: SendPorts): Promise<SendOutcome> {
  const failedCount = await ports.uploadAll();
  if (failedCount > 0) {
    console.error(`Failed to process attachments: ${failedCount} not uploaded.`);
    return { kind: "failed", error: failedUploadsText(failedCount), mustRenew: false, mayResend: false };
  }
  const result = await ports.create({ ...report, attachments: ports.uploadedAttachments() });
  if (result.ok) {
    // Section 7 requires only `success` in the response.
    const issue = result.data.issue as WireIssue | undefined;
    return { kind: "sent", report: issue ? fromWire(issue) : null };
  }
  console.error("Failed to add issue:", result);
  // The API accepts an unchanged report again. So this report was changed after an attempt whose response was lost.
  if (result.code === "already-exists")
    return { kind: "failed", error: ARRIVED_BEFORE, mustRenew: true, mayResend: false };
  // The job `sweep` deletes uploaded files some hours later if no report lists them.
  const areFilesGone = result.code === "attachment-missing";
  const error = `Your report was not added. ${result.error}`;
  return { kind: "failed", error, mustRenew: areFilesGone, mayResend: areFilesGone };
}

const ARRIVED_BEFORE =
  "This report had arrived already, as you sent it first; it is in the list. Please add what you changed since as an " +
  "amendment there. Submitting again files it as a second report.";

function failedUploadsText(count: number): string {
  const files = count === 1 ? "one file" : `${count} files`;
  return `Your report was not added: ${files} could not be attached, the list says why. Submit again to retry, or remove what fails.`;
}
