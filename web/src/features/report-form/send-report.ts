import { fromWire, type Issue, type IssueType, type User, type WireIssue } from "@logbook/domain";
import { newId } from "../../shared/api/new-id.ts";
import { upload, uploadedAttachments } from "../attachments/index.ts";
import type { Draft } from "../drafts/index-lazy.ts";
import type { ReportTexts } from "../report-texts/index.ts";
import { createIssue } from "./api.ts";

/** `report` is the stored report, or `null` if the response does not contain it. `error` is a whole sentence. */
export type SendOutcome = { kind: "sent"; report: Issue | null } | { kind: "failed"; error: string };

interface SendOptions {
  texts: ReportTexts;
  type: IssueType;
  user: User;
  create?: typeof createIssue;
  /** Whether to upload the files again, and send the report again, if the server no longer has the files. */
  mayResend?: boolean;
}

/** Uploads the files and creates the report. After a failure, another call for the draft stores nothing twice. */
export async function sendReport(draft: Pick<Draft, "id" | "files">, options: SendOptions): Promise<SendOutcome> {
  const { texts, type, user, create = createIssue, mayResend = true } = options;
  const failedCount = await draft.files.uploadAll({ uid: user.id, issueId: draft.id }, upload);
  if (failedCount > 0) {
    console.error(`Failed to process attachments: ${failedCount} not uploaded.`);
    return { kind: "failed", error: failedUploadsText(failedCount) };
  }
  const attachments = uploadedAttachments(draft.files.get());
  const result = await create({ ...texts, id: draft.id, type, attachments, reporter: user.username, userId: user.id });
  if (result.ok) {
    // Section 7 requires only `success` in the response.
    const issue = result.data.issue as WireIssue | undefined;
    return { kind: "sent", report: issue ? fromWire(issue) : null };
  }
  console.error("Failed to add issue:", result);
  // The API accepts an unchanged report twice. So this one was changed after an attempt whose response was lost.
  const hasArrivedBefore = result.code === "already-exists";
  // The job `sweep` deletes uploaded files some hours later if no report lists them.
  const areFilesGone = result.code === "attachment-missing";
  if (hasArrivedBefore || areFilesGone) {
    draft.id = newId();
    // The next attempt uploads all files again, since their paths contain the id.
    draft.files.forgetUploads();
  }
  if (areFilesGone && mayResend) return sendReport(draft, { ...options, mayResend: false });
  return { kind: "failed", error: hasArrivedBefore ? ARRIVED_BEFORE : `Your report was not added. ${result.error}` };
}

const ARRIVED_BEFORE =
  "This report had arrived already, as you sent it first; it is in the list. Please add what you changed since as an " +
  "amendment there. Submitting again files it as a second report.";

function failedUploadsText(count: number): string {
  const files = count === 1 ? "one file" : `${count} files`;
  return `Your report was not added: ${files} could not be attached, the list says why. Submit again to retry, or remove what fails.`;
}
