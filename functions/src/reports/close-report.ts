import type { ClosingBody, Failure, Issue, ReportName } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { commitWrites, queryDocuments, readDocument, type StoredDocument } from "../firestore/documents.ts";
import { parseStoredReport, parseVoters } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";
import { type Commit, checkDocument, moveBoard, updateDocument, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok, UNAVAILABLE } from "../http/response.ts";
import { changeWrites, dataAfter, toWireIssue } from "./change-report.ts";
import type { HistoryEvent } from "./history-events.ts";

const NO_SUCH_TARGET = failure(
  "not-found",
  "There is no such report to be a duplicate of. It may have been deleted; please choose another one.",
);
const OF_ITSELF = failure("conflict", "A report cannot be a duplicate of itself. Please choose another report.");
const OF_ITS_DUPLICATE = failure(
  "conflict",
  "The chosen report is a duplicate of this one. Please open it and press “Not a duplicate” there first.",
);

interface ClosingDocuments {
  report: StoredDocument | null;
  target?: StoredDocument | null;
}

/**
 * Closes a report as a duplicate or with a reason, or with `reason: null` takes that back, as an admin. Nothing is moved:
 * the report only gets a pointer (docs/decisions/0059-duplicates.md). Its status stays.
 */
export async function closeReport(
  caller: Caller,
  { report, target = null }: ClosingDocuments,
  { reason }: ClosingBody,
): Promise<Commit | ApiResponse | Failure> {
  if (report === null) return NO_SUCH_REPORT;
  if (reason === "duplicate") return await closeAsDuplicate(caller, report, target);
  const former = formerReason(report);
  if (former === reason) return unchanged(report);
  if (reason === null) return closingCommit(caller, report, {}, { kind: "reopened", from: former!, to: null });
  return closingCommit(caller, report, { closedAs: reason }, { kind: "closed", from: null, to: reason, of: null });
}

async function closeAsDuplicate(
  caller: Caller,
  report: StoredDocument,
  chosen: StoredDocument | null,
): Promise<Commit | ApiResponse | Failure> {
  if (chosen === null) return NO_SUCH_TARGET;
  if (chosen.id === report.id) return OF_ITSELF;
  const target = await followPointers(chosen, report.id);
  if (target.id === report.id) return OF_ITS_DUPLICATE;
  if (issueOf(report).duplicateOf?.id === target.id) return unchanged(report);
  const outcome = await readVoters([report, target]);
  if ("refusal" in outcome) return UNAVAILABLE;
  const [voters, targetVoters] = outcome.voters;
  // The board names one report for each commit, so the target gets its voters before. Its version is another one after
  // that, which is why the commit below fails and the call is repeated.
  if (parseVoters(target.data) === null) await storeVoters(target, targetVoters!);
  const { id, number, title } = issueOf(target);
  const of: ReportName = { id, number, title };
  const commit = closingCommit(
    caller,
    report,
    { duplicateOf: { id }, voters: voters! },
    { kind: "closed", from: null, to: "duplicate", of },
  );
  // Two admins may close two reports as duplicates of each other: only one commit finds both reports as they were read.
  const check: Write = { ...checkDocument(`issues/${id}`), currentDocument: { updateTime: target.updateTime } };
  return { ...commit, writes: [...commit.writes, check] };
}

const issueOf = ({ id, data }: StoredDocument): Issue => parseStoredReport(id, data).issue;

function formerReason(report: StoredDocument) {
  const { closedAs, duplicateOf } = issueOf(report);
  return duplicateOf === undefined ? (closedAs ?? null) : "duplicate";
}

const unchanged = ({ id, data }: StoredDocument): ApiResponse => ok({ issue: toWireIssue(id, data) });

/** The report at the end of the pointers that begin at `chosen`; pointers to deleted reports count as none. */
async function followPointers(chosen: StoredDocument, closedId: string): Promise<StoredDocument> {
  const seenIds = new Set<string>();
  let report = chosen;
  while (report.id !== closedId && !seenIds.has(report.id)) {
    seenIds.add(report.id);
    const next = issueOf(report).duplicateOf?.id;
    const document = next === undefined ? null : await readDocument(`issues/${next}`);
    if (document === null) break;
    report = document;
  }
  return report;
}

/** Reads who votes for these reports, from the ballots unless a report has its voters already. */
async function readVoters(reports: readonly StoredDocument[]) {
  const voters: (readonly string[])[] = [];
  for (const { id, data } of reports) {
    const stored = parseVoters(data);
    const outcome = stored === null ? await queryDocuments(ballotsFor(id)) : null;
    if (outcome !== null && "refusal" in outcome) return outcome;
    voters.push(stored ?? outcome!.documents.map((ballot) => ballot.id));
  }
  return { voters };
}

const ballotsFor = (issueId: string) => ({
  select: { fields: [{ fieldPath: "__name__" }] },
  from: [{ collectionId: "ballots" }],
  where: {
    fieldFilter: {
      field: { fieldPath: `votes.\`${issueId}\`` },
      op: "GREATER_THAN_OR_EQUAL",
      value: encodeValue(new Date(0)),
    },
  },
});

/** Stores the voters of a report, unless it has changed since it was read. Votes keep them up to date from then on. */
async function storeVoters({ id, updateTime }: StoredDocument, voters: readonly string[]): Promise<void> {
  // `votedAt` lets the other instances find the change.
  const change = { fields: { voters }, mask: ["voters"], serverTimes: ["votedAt"] };
  const write: Write = { ...updateDocument(`issues/${id}`, change), currentDocument: { updateTime } };
  await commitWrites([write, moveBoard(id)]);
}

type ClosingFields = Pick<Issue, "closedAs"> & { duplicateOf?: { id: string }; voters?: readonly string[] };

/** Replaces how the report is closed by these fields. */
function closingCommit(caller: Caller, report: StoredDocument, closing: ClosingFields, event: HistoryEvent): Commit {
  const fields = { ...closing, updatedBy: caller.uid, handledByAdmin: true };
  const mask = [...new Set(["closedAs", "duplicateOf", ...Object.keys(fields)])];
  const serverTimes = ["updatedAt", ...(closing.duplicateOf === undefined ? [] : ["duplicateOf.since"])];
  return {
    writes: changeWrites(report.id, caller, { fields, mask, serverTimes }, event),
    respond: (time) => {
      const { duplicateOf } = closing;
      const stored = { ...fields, ...(duplicateOf && { duplicateOf: { ...duplicateOf, since: time } }) };
      const change = { fields: stored, mask, serverTimes: ["updatedAt"] };
      return ok({ issue: toWireIssue(report.id, dataAfter(report, change, time)) });
    },
  };
}
