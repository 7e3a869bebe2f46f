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
import { adminDb } from "../admin.ts";
import { type Answer, failure } from "../api/answer.ts";
import { matchesTag } from "../api/etag.ts";
import { storedAttachments } from "../issues/stored.ts";
import { within } from "../within.ts";
import { findFile } from "./files.ts";

const NOT_FOUND = failure("not-found", "There is no such attachment. It may have been deleted with its report.");

/** Sends an attachment that a report or a trash entry lists, or that the caller uploaded; everything else is not there. */
export async function readAttachment(
  ref: AttachmentRef,
  caller: Pick<Caller, "uid">,
  ifNoneMatch: string | undefined,
): Promise<Answer | Failure> {
  if (parseAttachmentUrl(attachmentUrl(ref)) === null) return NOT_FOUND;
  const name = await listedName(ref);
  if (name === null && ref.uid !== caller.uid) return NOT_FOUND;
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
      "content-disposition": disposition(type, name ?? ref.fileId),
    },
    body: file.bytes(),
  };
}

/** The file's name on the report, in use or in the trash, that lists it. */
async function listedName(ref: AttachmentRef): Promise<string | null> {
  const db = await adminDb();
  const [issue, trash] = await within(
    10_000,
    db.getAll(db.doc(`issues/${ref.issueId}`), db.doc(`trash/${ref.issueId}`)),
  );
  const trashed: unknown = trash?.get("issue");
  const listed = [
    ...storedAttachments(issue?.data() ?? {}),
    ...storedAttachments((trashed ?? {}) as Record<string, unknown>),
  ];
  const found = listed.find(({ path }) => path === attachmentPath(ref));
  return found === undefined ? null : attachmentName(found.name, found.type);
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
