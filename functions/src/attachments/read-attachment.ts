import {
  ATTACHMENT_TYPES,
  type AttachmentRef,
  attachmentName,
  attachmentPath,
  attachmentUrl,
  type Failure,
  parseAttachmentUrl,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { attachmentOwners, type StoredData, storedAttachments } from "../firestore/stored-report.ts";
import { matchesEtag } from "../http/etag.ts";
import { type ApiResponse, failure } from "../http/response.ts";
import { findFile } from "./attached-files.ts";

const NOT_FOUND = failure("not-found", "There is no such attachment. It may have been deleted with its report.");

// The ids come unchecked from the request's path. Parsing their URL checks them: it gives `null` for a malformed id.
const isValid = (ref: AttachmentRef): boolean => parseAttachmentUrl(attachmentUrl(ref)) !== null;

/** The paths of the documents that decide who may read an attachment. */
export const readsOfAttachment = (ref: AttachmentRef): { report?: string; trash?: string } =>
  isValid(ref) ? { report: `issues/${ref.issueId}`, trash: `trash/${ref.issueId}` } : {};

/**
 * Sends an attachment of a report or an amendment, or the caller's own upload; to admins also an attachment of a deleted
 * report or a hidden amendment. All other requests get 404.
 */
export async function readAttachment(
  ref: AttachmentRef,
  caller: Pick<Caller, "uid" | "isAdmin">,
  documents: AttachmentDocuments,
  ifNoneMatch: string | undefined,
): Promise<ApiResponse | Failure> {
  if (!isValid(ref)) return NOT_FOUND;
  const attachment = findAttachment(ref, documents);
  const isOwnUpload = ref.uid === caller.uid;
  const isInReadableReport = attachment !== null && (!attachment.isForAdmins || caller.isAdmin);
  if (!isOwnUpload && !isInReadableReport) return NOT_FOUND;
  const file = await findFile(ref);
  if (file === null) return NOT_FOUND;

  const etag = `"${file.checksum}"`;
  const headers = {
    "cache-control": "private, max-age=3600",
    vary: "Authorization",
    etag,
    // A response 304 needs this header too, because its headers replace the cached response's headers in the browser.
    "content-security-policy": "default-src 'none'; sandbox",
  };
  if (matchesEtag(ifNoneMatch, etag)) return { kind: "not-modified", headers };
  const type = ATTACHMENT_TYPES.find((attachmentType) => attachmentType === file.type) ?? "application/octet-stream";
  return {
    kind: "stream",
    headers: {
      ...headers,
      "content-type": type,
      "content-length": String(file.size),
      // An upload of the caller that no report lists has no name yet.
      "content-disposition": contentDisposition(type, attachment?.name ?? ref.fileId),
    },
    body: file.bytes(),
  };
}

type AttachmentDocuments = { readonly [Name in "report" | "trash"]?: StoredDocument | null };

/** Finds an attachment. `isForAdmins` says whether its report is in the trash, or its amendment is hidden. */
function findAttachment(
  ref: AttachmentRef,
  { report, trash }: AttachmentDocuments,
): { name: string; isForAdmins: boolean } | null {
  const findIn = (data: unknown) => {
    const owners = attachmentOwners((data ?? {}) as StoredData).map((owner) => ({
      owner,
      attachment: storedAttachments(owner).find(({ path }) => path === attachmentPath(ref)),
    }));
    return owners.find(({ attachment }) => attachment !== undefined);
  };
  const inReport = findIn(report?.data);
  const { owner, attachment } = inReport ?? findIn(trash?.data.issue) ?? {};
  if (owner === undefined || attachment === undefined) return null;
  const isForAdmins = inReport === undefined || owner.hiddenAt !== undefined;
  return { name: attachmentName(attachment.name, attachment.type), isForAdmins };
}

// Browsers need to display only images, which the web app converts to JPEG before the upload. Browsers download every
// other file, because its content may be dangerous, such as a script in a text file.
function contentDisposition(type: string, name: string): string {
  if (type === "image/jpeg") return "inline";
  // RFC 5987 does not allow these four characters, but encodeURIComponent() leaves them.
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encodedName}`;
}
