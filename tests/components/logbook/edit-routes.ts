import { randomUUID } from "node:crypto";
import {
  type Amendment,
  correctionSchema,
  EDITABLE_FIELDS,
  type EditedField,
  editAmendmentSchema,
  editReportSchema,
  editTimeLeft,
  FIELDS_OF_OTHER_TYPE,
  type Issue,
  toWire,
  type WireFormerTexts,
} from "@logbook/domain";
import { handledMark, type LogbookData } from "./data.ts";
import { Refusal } from "./refusal.ts";
import { ok, type Route, route } from "./route.ts";

/** Edits of reports and amendments, corrections, and the former texts. */
export const editRoutes = (data: LogbookData): Route[] => [
  route("PUT", "/api/issues/:id/texts", "member", editReportSchema, ({ caller, params: [id = ""], input }) => {
    const report = data.requireReport(id);
    if (report.reporter !== caller.username)
      throw new Refusal(
        "forbidden",
        "Only its reporter can edit a report. Please write what you would change as an amendment.",
      );
    if (report.handledByAdmin)
      throw new Refusal(
        "too-late",
        "An admin has answered this report or changed it, so it can no longer be edited. Please add what has changed as an amendment.",
      );
    if (editTimeLeft(report, Date.now()) === 0)
      throw new Refusal(
        "too-late",
        "You can edit a report for 15 minutes after filing it. That time is over: please add what has changed as an amendment.",
      );
    const { userId: _, ...texts } = input;
    return ok({ issue: toWire(editTexts(data, report, caller.username, texts, {})) });
  }),
  route("PUT", "/api/issues/:id/correction", "admin", correctionSchema, ({ caller, params: [id = ""], input }) => {
    const { userId: _, ...texts } = input;
    const corrected = editTexts(data, data.requireReport(id), caller.username, texts, handledMark(caller));
    return ok({ issue: toWire(corrected) });
  }),
  amendmentEditRoute(data),
  route("GET", "/api/history/:eventId", "member", null, ({ params: [eventId = ""] }) => {
    const former = data.formerTexts.get(eventId);
    if (former === undefined)
      throw new Refusal("not-found", "There is no such edit in the history. Please reload the page.");
    return ok({ former });
  }),
];

const amendmentEditRoute = (data: LogbookData): Route =>
  route(
    "PUT",
    "/api/issues/:id/amendments/:amendmentId",
    "member",
    editAmendmentSchema,
    ({ caller, params: [id = "", amendmentId = ""], input: { text, from } }) => {
      const report = data.requireReport(id);
      const amendment = report.amendments.find((candidate) => candidate.id === amendmentId);
      if (amendment === undefined)
        throw new Refusal("not-found", "There is no such amendment. Please reload the page.");
      if (amendment.createdBy !== caller.username)
        throw new Refusal("forbidden", "Only its author can edit an amendment. Please write one of your own.");
      if (amendment.text === text) return ok({ amendment });
      if (editTimeLeft(amendment, Date.now()) === 0)
        throw new Refusal(
          "too-late",
          "You can edit an amendment for 15 minutes after adding it. That time is over: please add another one.",
        );
      refuseIfEditedSince(from, amendment);
      const at = data.now();
      const former = { text: amendment.text };
      recordEdit(data, id, { by: caller.username, at, former, details: { amendment: amendmentId } });
      const edited = { ...amendment, text, editedAt: at };
      const amendments = report.amendments.with(report.amendments.indexOf(amendment), edited);
      data.storeReport({ ...report, amendments, updatedAt: at, ...handledMark(caller) });
      return ok({ amendment: edited });
    },
  );

/** Changes texts and priority of a report. */
function editTexts(
  data: LogbookData,
  report: Issue,
  by: string,
  { from, ...texts }: Partial<Issue> & { from?: string | undefined },
  mark: { handledByAdmin?: true },
): Issue {
  const fieldsOfOtherType: readonly string[] = FIELDS_OF_OTHER_TYPE[report.type];
  const changedFields = EDITABLE_FIELDS.filter(
    (field) => texts[field] !== undefined && texts[field] !== report[field] && !fieldsOfOtherType.includes(field),
  );
  if (changedFields.length === 0) return report;
  refuseIfEditedSince(from, report);
  const at = data.now();
  const changedFieldsOf = (source: Partial<Issue>) =>
    Object.fromEntries(changedFields.map((field) => [field, source[field]]));
  // For title and priority the history shows the value before the edit and the one after.
  const shownFields = (["title", "priority"] as const).filter((field) => changedFields.includes(field));
  const details = Object.fromEntries(shownFields.map((field) => [field, { from: report[field], to: texts[field] }]));
  recordEdit(data, report.id, { by, at, former: changedFieldsOf(report), details });
  return data.storeReport({ ...report, ...changedFieldsOf(texts), ...mark, editedAt: at, updatedAt: at });
}

/**
 * Refuses an edit if the text was edited after the caller had opened it. `from` is the text's `editedAt` when the
 * caller opened it, or "" if the text had never been edited.
 */
function refuseIfEditedSince(from: string | undefined, { editedAt = "" }: Pick<Amendment, "editedAt">): void {
  if (from !== undefined && from !== editedAt) throw new Refusal("conflict", EDITED_MEANWHILE);
}

const EDITED_MEANWHILE =
  "This text was edited after you opened it. Please compare it with yours, which has not been lost, and save again.";

/** Records an edit: `former` has the edited texts before it, `details` the further fields of the event. */
function recordEdit(
  data: LogbookData,
  reportId: string,
  { by, at, former, details }: { by: string; at: string; former: WireFormerTexts["former"]; details: object },
): void {
  const id = randomUUID();
  data.formerTexts.set(id, former);
  const fields = Object.keys(former) as EditedField[];
  data.recordEvent(reportId, { kind: "edited", id, fields, by, at, ...details });
}
