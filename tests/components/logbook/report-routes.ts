import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type Amendment,
  amendmentSchema,
  attachmentUrl,
  createIssueSchema,
  FIELDS_OF_OTHER_TYPE,
  firstStatus,
  type Issue,
  isStep,
  LIMITS,
  paginate,
  STATUS_LABELS,
  stepSchema,
  toWire,
  trashQuerySchema,
  type WireTrashEntry,
} from "@logbook/domain";
import { adminMark, handledMark, type LogbookData } from "./data.ts";
import { Refusal } from "./refusal.ts";
import { created, ok, type Route, route } from "./route.ts";

const MS_PER_DAY = 24 * 60 * 60_000;

/** Filing, amending and moving a report, its files, and the trash. Edits of texts are in edit-routes.ts. */
export const reportRoutes = (data: LogbookData): Route[] => [
  route("POST", "/api/issues", "member", createIssueSchema, ({ caller, input }) => {
    const { userId: _, username: __, reporter: ___, id = randomUUID(), ...fields } = input;
    // The API does not store the texts of fields that only the other type has.
    for (const field of FIELDS_OF_OTHER_TYPE[fields.type]) fields[field] = "";
    // A call that is sent again gets the report that the first call has filed.
    const existing = data.reports.get(id);
    if (existing !== undefined) {
      const isSame = isDeepStrictEqual({ ...existing, ...fields }, existing);
      if (!isSame) throw new Refusal("already-exists", "It exists.");
      return created({ issue: toWire(existing) });
    }
    const createdAt = data.now();
    data.lastNumber += 1;
    const report: Issue = {
      ...fields,
      id,
      number: data.lastNumber,
      status: firstStatus(fields.type),
      reporter: caller.username,
      ...adminMark(caller),
      amendments: [],
      votes: 0,
      createdAt,
      updatedAt: createdAt,
    };
    data.followAsAuthor(caller, id);
    return created({ issue: toWire(data.storeReport(report)) });
  }),
  route("POST", "/api/issues/amendment", "member", amendmentSchema, ({ caller, input }) => {
    const report = data.requireReport(input.issueId);
    const id = input.id ?? randomUUID();
    // A call that is sent again adds no second amendment.
    const existing = report.amendments.find((amendment) => amendment.id === id);
    if (existing !== undefined) return created({ amendment: existing });
    const createdAt = data.now();
    const amendment: Amendment = {
      id,
      text: input.text,
      createdBy: caller.username,
      createdAt,
      ...adminMark(caller),
    };
    data.followAsAuthor(caller, report.id);
    const amendments = [...report.amendments, amendment];
    data.storeReport({ ...report, amendments, updatedAt: createdAt, ...handledMark(caller) });
    return created({ amendment });
  }),
  route("PUT", "/api/issues/:id", "admin", stepSchema, ({ caller, params: [id = ""], input: { status, from } }) => {
    const report = data.requireReport(id);
    const label = STATUS_LABELS[report.status];
    if (from !== undefined && from !== report.status)
      throw new Refusal(
        "conflict",
        `Someone else has changed this report in the meantime; it is ${label} now. Please look again before you move it.`,
      );
    if (!isStep(report.type, report.status, status))
      throw new Refusal(
        "not-a-step",
        `A ${report.type} that is ${label} cannot be marked as ${STATUS_LABELS[status]}. Please go one step forward or back.`,
      );
    const at = data.now();
    data.recordEvent(id, { kind: "status", from: report.status, to: status, by: caller.username, at });
    return ok({ issue: toWire(data.storeReport({ ...report, status, updatedAt: at, handledByAdmin: true })) });
  }),
  ...trashRoutes(data),
  route("GET", "/api/attachments/:uid/:issueId/:fileId", "member", null, ({ params }) => {
    const [uid = "", issueId = "", fileId = ""] = params;
    const file = data.files.get(attachmentUrl({ uid, issueId, fileId }));
    if (file === undefined)
      throw new Refusal("not-found", "There is no such attachment. It may have been deleted with its report.");
    return { status: 200, file };
  }),
];

const trashRoutes = (data: LogbookData): Route[] => [
  route("DELETE", "/api/issues/:id", "admin", null, ({ caller, params: [id = ""] }) => {
    const report = data.requireReport(id);
    const purgeAt = new Date(Date.now() + LIMITS.trashDays * MS_PER_DAY).toISOString();
    data.reports.delete(id);
    const deletedAt = data.now();
    data.recordEvent(id, { kind: "deleted", by: caller.username, at: deletedAt });
    data.trash.set(id, { report, deletedBy: caller.username, deletedAt, purgeAt });
    data.revision += 1;
    return ok({});
  }),
  route("GET", "/api/trash", "admin", trashQuerySchema, ({ input }) => {
    const newestFirst = [...data.trash.values()].reverse();
    const entries = newestFirst.map(
      ({ report: { id, type, title, reporter }, ...deletion }): WireTrashEntry => ({
        id,
        type,
        title,
        reporter,
        ...deletion,
      }),
    );
    const { items, page } = paginate(entries, input.page, LIMITS.adminPageSize);
    return ok({ entries: items, page });
  }),
  route("POST", "/api/trash/:id/restore", "admin", null, ({ caller, params: [id = ""] }) => {
    const entry = data.trash.get(id);
    if (entry === undefined)
      throw new Refusal("not-found", "This report is no longer in the trash, so it cannot be restored. Please reload.");
    data.trash.delete(id);
    const at = data.now();
    data.recordEvent(id, { kind: "restored", by: caller.username, at });
    return ok({ issue: toWire(data.storeReport({ ...entry.report, updatedAt: at })) });
  }),
];
