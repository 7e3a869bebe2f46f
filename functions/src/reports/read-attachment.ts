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
import { adminDb } from "../firestore/admin.ts";
import { storedAttachments } from "../firestore/stored-report.ts";
import { matchesEtag } from "../http/etag.ts";
import { type ApiResponse, failure } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
import { findFile } from "./uploaded-files.ts";

const NOT_FOUND = failure("not-found", "There is no such attachment. It may have been deleted with its report.");

/**
 * Sends an attachment of a report, or the caller's own upload; to admins also an attachment of a deleted report. All
 * other requests get 404.
 */
export async function readAttachment(
  ref: AttachmentRef,
  caller: Pick<Caller, "uid" | "isAdmin">,
  ifNoneMatch: string | undefined,
): Promise<ApiResponse | Failure> {
  if (parseAttachmentUrl(attachmentUrl(ref)) === null) return NOT_FOUND;
  const listed = await findListed(ref);
  const isOwn = ref.uid === caller.uid;
  const mayRead = isOwn || (listed !== null && (!listed.isDeleted || caller.isAdmin));
  if (!mayRead) return NOT_FOUND;
  const file = await findFile(ref);
  if (file === null) return NOT_FOUND;

  const etag = `"${file.checksum}"`;
  const headers = {
    "cache-control": "private, max-age=3600",
    vary: "Authorization",
    etag,
    // A 304 needs this header too, because its headers replace those in the browser's cache.
    "content-security-policy": "default-src 'none'; sandbox",
  };
  if (matchesEtag(ifNoneMatch, etag)) return { kind: "not-modified", headers };
  const type = ATTACHMENT_TYPES.find((known) => known === file.type) ?? "application/octet-stream";
  return {
    kind: "stream",
    headers: {
      ...headers,
      "content-type": type,
      "content-length": String(file.size),
      "content-disposition": contentDisposition(type, listed?.name ?? ref.fileId),
    },
    body: file.bytes(),
  };
}

/** The file's name in the report that lists it, and whether that report is in the trash. */
async function findListed(ref: AttachmentRef): Promise<{ name: string; isDeleted: boolean } | null> {
  const db = await adminDb();
  const [issue, trash] = await withTimeout(db.getAll(db.doc(`issues/${ref.issueId}`), db.doc(`trash/${ref.issueId}`)));
  const fileIn = (report: unknown) =>
    storedAttachments(Object(report)).find(({ path }) => path === attachmentPath(ref));
  const inReport = fileIn(issue?.data());
  const found = inReport ?? fileIn(trash?.get("issue"));
  if (found === undefined) return null;
  return { name: attachmentName(found.name, found.type), isDeleted: inReport === undefined };
}

// Only JPEGs, which the page encoded itself, are displayed inline; a browser downloads everything else.
function contentDisposition(type: string, name: string): string {
  if (type === "image/jpeg") return "inline";
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
