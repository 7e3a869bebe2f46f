import { randomUUID } from "node:crypto";
import { type AttachmentRef, type CreateIssue, type Failure, parseAttachmentUrl } from "@logbook/domain";
import { failure } from "../http/answer.ts";

/** An attachment of a new report, and where its file must be. */
export interface ClaimedFile {
  name: string;
  size: number;
  type: string;
  ref: AttachmentRef;
}

/** A new report's id and files. */
export interface Claim {
  id: string;
  files: ClaimedFile[];
}

/**
 * The id of a new report and the files it names: the id given, else the one its files were uploaded under, else a new
 * one. Every file must be the caller's own and of this report, and be named once.
 */
export function claimFiles({ id, attachments }: Pick<CreateIssue, "id" | "attachments">, uid: string): Claim | Failure {
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
