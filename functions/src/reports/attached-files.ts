import { randomUUID } from "node:crypto";
import { type AttachmentRef, type CreateIssue, type Failure, parseAttachmentUrl } from "@logbook/domain";
import { failure } from "../http/response.ts";

/** An attachment of a new report; `ref` says where in Storage its uploaded file is. */
export interface AttachedFile {
  name: string;
  size: number;
  type: string;
  ref: AttachmentRef;
}

/** A new report's id and files. */
export interface ReportFiles {
  id: string;
  files: AttachedFile[];
}

/**
 * The files of a new report, and its id: the id in the request, else the id under which the files were uploaded, else a
 * new id. Each file must be uploaded by the caller for this report, and be named once.
 */
export function parseAttachedFiles(
  { id, attachments }: Pick<CreateIssue, "id" | "attachments">,
  uid: string,
): ReportFiles | Failure {
  const files = attachments.flatMap(({ url, ...file }) => {
    const ref = parseAttachmentUrl(url);
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
