import { randomUUID } from "node:crypto";
import { type AttachmentRef, type CreateIssue, type Failure, parseAttachmentUrl } from "@logbook/domain";
import { failure } from "../http/response.ts";

export interface AttachedFile {
  name: string;
  size: number;
  type: string;
  /** Where in Storage the uploaded file is. */
  ref: AttachmentRef;
}

export interface ReportFiles {
  /** The id of the report. */
  id: string;
  files: AttachedFile[];
}

/**
 * Returns the files of a new report, and the report's id: the id in the request, or the id under which the files were
 * uploaded, or a new id. The caller must have uploaded each file for this report and may list each file once.
 */
export function parseAttachedFiles(
  { id, attachments }: Pick<CreateIssue, "id" | "attachments">,
  uid: string,
): ReportFiles | Failure {
  const files = attachments.flatMap(({ url, ...file }) => {
    const ref = parseAttachmentUrl(url);
    // `createIssueSchema` has refused other URLs.
    return ref === null ? [] : [{ ...file, ref }];
  });
  const issueId = id ?? files[0]?.ref.issueId ?? randomUUID();
  if (files.some(({ ref }) => ref.uid !== uid || ref.issueId !== issueId))
    return failure(
      "bad-request",
      "An attachment was uploaded by someone else or for another report. Please attach the file again.",
    );
  if (new Set(files.map(({ ref }) => ref.fileId)).size < files.length)
    return failure("bad-request", "An attachment is named twice. Please name each file once.");
  return { id: issueId, files };
}
