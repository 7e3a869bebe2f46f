import { hasFields, recordOf } from "./fields.ts";
import type { Amendment, Attachment, Issue } from "./issue.ts";
import { DETAIL_FIELDS } from "./text-fields.ts";
import type { WireIssue, WireSimilarReport } from "./wire.ts";

/** Converts a report to the form in which the API sends it. */
export function toWire(issue: Issue): WireIssue {
  const { reporter, attachments, amendments, ...otherFields } = issue;
  return {
    ...otherFields,
    user: { username: reporter },
    attachments: JSON.stringify(attachments),
    amendment: JSON.stringify(amendments),
  };
}

/** Parses a report that the API has sent. Leaves out invalid attachments and amendments (section 5). */
export function fromWire(wire: WireIssue): Issue {
  const { user, attachments, amendment, ...otherFields } = wire;
  return {
    ...otherFields,
    // During a deploy, an instance of the version before may still answer, without a field that is new.
    ...recordOf(DETAIL_FIELDS, (field) => wire[field] ?? ""),
    reporter: user.username,
    attachments: parseJsonList(attachments).filter(isAttachment),
    amendments: parseJsonList(amendment).filter(isAmendment).map(withValidAttachments),
  };
}

/** Reduces a report to a `WireSimilarReport`. */
export function toSimilar({ id, number, type, title, status, votes }: WireSimilarReport): WireSimilarReport {
  return { id, number, type, title, status, votes };
}

/** Parses a JSON-encoded list. Returns an empty list for anything else (section 5). */
export function parseJsonList(text: unknown): unknown[] {
  if (typeof text !== "string") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isAttachment(value: unknown): value is Attachment {
  // A file that was stored without an upload has `data` instead of `url`.
  const hasNameAndType = hasFields(value, { name: "string", size: "number", type: "string" });
  return hasNameAndType && typeof (value.url ?? value.data) === "string";
}

function isAmendment(value: unknown): value is Amendment {
  return hasFields(value, { id: "string", text: "string", createdBy: "string", createdAt: "string" });
}

function withValidAttachments({ attachments, ...amendment }: Amendment): Amendment {
  const valid = Array.isArray(attachments) ? attachments.filter(isAttachment) : [];
  return valid.length === 0 ? amendment : { ...amendment, attachments: valid };
}
