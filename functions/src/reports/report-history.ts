import {
  compareText,
  EDITABLE_FIELDS,
  type EditedField,
  type Failure,
  PRIORITIES,
  STATUSES,
  type WireEdit,
  type WireEvent,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { readDocumentAsCaller } from "../firestore/caller-store.ts";
import { queryDocuments } from "../firestore/documents.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { toFailure } from "./refusals.ts";

const NO_SUCH_EDIT = failure("not-found", "There is no such edit in the history. Please reload the page.");

// The former texts are left out, because the texts of one report's history can have many megabytes.
const SHOWN = ["kind", "from", "to", "byName", "at", "fields", "former.title", "former.priority", "current"];

/** The events of a report, oldest first, except for amendments. Reads them as the caller. */
export async function readHistory(
  credentials: Credentials,
  issueId: string,
): Promise<Outcome<{ events: WireEvent[] }>> {
  const structuredQuery = {
    select: { fields: SHOWN.map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: "history" }],
    where: { fieldFilter: { field: { fieldPath: "issueId" }, op: "EQUAL", value: encodeValue(issueId) } },
  };
  const outcome = await queryDocuments(credentials, structuredQuery);
  if ("refusal" in outcome) return outcome;
  const events = outcome.documents.flatMap(({ id, data }) => readEvent(id, data) ?? []);
  return { events: events.sort((a, b) => compareText(a.at, b.at)) };
}

/** The former values of the fields that an edit changed, read as the caller. */
export async function readFormerTexts({ credentials }: Caller, eventId: string): Promise<ApiResponse | Failure> {
  // Firestore refuses ids with two underscores at both ends.
  if (!/^(?!__.*__$)[\w-]{1,200}$/.test(eventId)) return NO_SUCH_EDIT;
  const read = await readDocumentAsCaller(credentials, `history/${eventId}`);
  if ("refusal" in read) return toFailure(read.refusal);
  const { kind, former } = read.document?.data ?? {};
  return kind === "edited" ? ok({ former }) : NO_SUCH_EDIT;
}

/** Parses an event of the history; `null` for an added amendment, which the report has, and for malformed events. */
function readEvent(id: string, stored: Record<string, unknown>): WireEvent | null {
  const { kind, from, to, byName } = stored;
  const at = readTimestamp(stored.at);
  if (at === null) return null;
  const by = typeof byName === "string" ? byName : "";
  if (kind === "edited") return { by, at, ...readEdit(id, stored) };
  const [before, after] = [from, to].map((value) => STATUSES.find((status) => status === value) ?? null);
  if (kind === "status" && before && after) return { kind, from: before, to: after, by, at };
  return kind === "created" || kind === "deleted" || kind === "restored" ? { kind, by, at } : null;
}

function readEdit(id: string, { to, fields, former, current }: Record<string, unknown>): WireEdit {
  const knownFields: readonly EditedField[] = [...EDITABLE_FIELDS, "text"];
  const before: Partial<Record<EditedField, unknown>> = Object(former);
  const after: Partial<Record<EditedField, unknown>> = Object(current);
  const oldPriority = PRIORITIES.find((priority) => priority === before.priority);
  const newPriority = PRIORITIES.find((priority) => priority === after.priority);
  return {
    kind: "edited",
    id,
    ...(typeof to === "string" && { amendment: to }),
    fields: Array.isArray(fields) ? knownFields.filter((field) => fields.includes(field)) : [],
    ...(typeof before.title === "string" &&
      typeof after.title === "string" && { title: { from: before.title, to: after.title } }),
    ...(oldPriority && newPriority && { priority: { from: oldPriority, to: newPriority } }),
  };
}
