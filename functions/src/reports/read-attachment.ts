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
import { type Answer, failure } from "../http/answer.ts";
import { matchesTag } from "../http/etag.ts";
import { within } from "../http/timeout.ts";
import { findFile } from "./uploaded-files.ts";

const NOT_FOUND = failure("not-found", "There is no such attachment. It may have been deleted with its report.");

/**
 * Sends an attachment that a report lists, or that the caller uploaded; to admins one that a deleted report lists, too.
 * Everything else is not there.
 */
export async function readAttachment(
  ref: AttachmentRef,
  caller: Pick<Caller, "uid" | "isAdmin">,
  ifNoneMatch: string | undefined,
): Promise<Answer | Failure> {
  if (parseAttachmentUrl(attachmentUrl(ref)) === null) return NOT_FOUND;
  const listed = await findListed(ref);
  const isOwn = ref.uid === caller.uid;
  if (listed === null ? !isOwn : listed.isDeleted && !isOwn && !caller.isAdmin) return NOT_FOUND;
  const file = await findFile(ref);
  if (file === null) return NOT_FOUND;

  const etag = `"${file.version}"`;
  const cached = {
    "cache-control": "private, max-age=3600",
    vary: "Authorization",
    etag,
    // With 304 too, whose headers replace those that a browser has kept.
    "content-security-policy": "default-src 'none'; sandbox",
  };
  if (matchesTag(ifNoneMatch, etag)) return { kind: "not-modified", headers: cached };
  const type = ATTACHMENT_TYPES.find((known) => known === file.type) ?? "application/octet-stream";
  return {
    kind: "stream",
    headers: {
      ...cached,
      "content-type": type,
      "content-length": String(file.size),
      "content-disposition": disposition(type, listed?.name ?? ref.fileId),
    },
    body: file.bytes(),
  };
}

/** The file's name on the report that lists it, and whether that report is in the trash. */
async function findListed(ref: AttachmentRef): Promise<{ name: string; isDeleted: boolean } | null> {
  const db = await adminDb();
  const [issue, trash] = await within(
    10_000,
    db.getAll(db.doc(`issues/${ref.issueId}`), db.doc(`trash/${ref.issueId}`)),
  );
  const fileIn = (report: unknown) =>
    storedAttachments(Object(report)).find(({ path }) => path === attachmentPath(ref));
  const inReport = fileIn(issue?.data());
  const found = inReport ?? fileIn(trash?.get("issue"));
  if (found === undefined) return null;
  return { name: attachmentName(found.name, found.type), isDeleted: inReport === undefined };
}

// Only pictures that the page made itself are shown in place; a browser saves all else under its name.
function disposition(type: string, name: string): string {
  if (type === "image/jpeg") return "inline";
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
