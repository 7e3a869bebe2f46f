import { type CreateIssue, fromWire, type Issue, type WireIssue } from "@logbook/domain";
import type { createIssue } from "../../shared/api/create-issue.ts";

/**
 * `report` is the stored report, or `null` if the response does not contain it. `error` is a whole sentence. With
 * `mustRenew`, the next attempt needs a new id and new uploads. With `mayResend`, it can follow at once.
 */
export type SendOutcome =
  | { kind: "sent"; report: Issue | null }
  | { kind: "failed"; error: string; mustRenew: boolean; mayResend: boolean };

export interface SendPorts {
  /** Resolves to the number of files that could not be uploaded. */
  uploadAll: () => Promise<number>;
  /** The files that were uploaded. */
  attachments: () => CreateIssue["attachments"];
  create: typeof createIssue;
}

/** Uploads the missing files, then creates the report. A second call after a failure stores nothing twice. */
export async function sendReport(report: Omit<CreateIssue, "attachments">, ports: SendPorts): Promise<SendOutcome> {
  const missing = await ports.uploadAll();
  if (missing > 0) {
    console.error(`Failed to process attachments: ${missing} not uploaded.`);
    return { kind: "failed", error: missingText(missing), mustRenew: false, mayResend: false };
  }
  const result = await ports.create({ ...report, attachments: ports.attachments() });
  if (result.ok) {
    // Section 7 requires no more in the response than `success`.
    const stored = result.data.issue as WireIssue | undefined;
    return { kind: "sent", report: stored ? fromWire(stored) : null };
  }
  console.error("Failed to add issue:", result);
  // The API accepts the same report twice, so this one was changed after an attempt whose response got lost.
  if (result.code === "already-exists")
    return { kind: "failed", error: ARRIVED_BEFORE, mustRenew: true, mayResend: false };
  // Uploaded files are removed after some hours if no report lists them.
  const areFilesGone = result.code === "attachment-missing";
  const error = `Your report was not added. ${result.error}`;
  return { kind: "failed", error, mustRenew: areFilesGone, mayResend: areFilesGone };
}

const ARRIVED_BEFORE =
  "This report had arrived already, as you sent it first; it is in the list. Please add what you changed since as an " +
  "amendment there. Submitting again files it as a second report.";

function missingText(count: number): string {
  const files = count === 1 ? "one file" : `${count} files`;
  return `Your report was not added: ${files} could not be attached, the list says why. Submit again to retry, or remove what fails.`;
}
