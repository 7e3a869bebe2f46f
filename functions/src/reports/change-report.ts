import { type Failure, type Issue, toWire, type WireIssue } from "@logbook/domain";
import type { CallerStore } from "../firestore/caller-store.ts";
import type { Refusal } from "../firestore/rest.ts";
import { parseStoredReport, type StoredData } from "../firestore/stored-report.ts";
import type { Storable } from "../firestore/values.ts";
import { updateDocument } from "../firestore/writes.ts";
import { failure, isFailure } from "../http/response.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";
import type { ReportCache } from "./report-cache.ts";

const CHANGED_TOO_OFTEN = failure(
  "conflict",
  "Others are changing this report at this moment. Please try again; nothing has been lost.",
);

// The commit fails if another member's vote or amendment is stored between the read and the commit.
const MAX_ATTEMPTS = 5;

/** A report, and the data of its document, from which it was parsed. */
export interface StoredReport {
  issue: Issue;
  data: StoredData;
}

/** A change of the fields in `mask`: one that `fields` lacks is deleted. The fields in `serverTimes` get the server's time. */
export interface ReportChange {
  fields: Readonly<Record<string, Storable>>;
  mask: readonly string[];
  serverTimes: readonly string[];
  /** Returns the document's data as they are after a commit of the change at `commitTime`. */
  dataAfter(commitTime: Date): StoredData;
}

/**
 * Reads a report as the caller and commits the change that `createChange` returns for the report, on the condition that
 * nobody has changed the report since the read. If `createChange` returns `null`, nothing is committed. Returns the
 * report after the change.
 */
export async function changeReport(
  store: CallerStore,
  cache: ReportCache,
  id: string,
  createChange: (report: StoredReport) => ReportChange | Failure | null,
): Promise<WireIssue | Failure> {
  let lastRefusal: Refusal | null = null;
  let refusedUpdateTime = "";
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const readOutcome = await store.readReport(id);
    if ("refusal" in readOutcome) return toFailure(readOutcome.refusal);
    if (readOutcome.document === null) return NO_SUCH_REPORT;
    const { data, updateTime } = readOutcome.document;
    const { issue } = parseStoredReport(id, data);
    const change = createChange({ issue, data });
    if (change === null) return toWire(issue);
    if (isFailure(change)) return change;
    // Nobody has changed the report since the refused commit, so the reason was not a race.
    if (lastRefusal !== null && refusedUpdateTime === updateTime) return toFailure(lastRefusal);
    const outcome = await store.commit(id, [updateDocument(`issues/${id}`, { ...change, updateTime })]);
    if ("time" in outcome) {
      const changedReport = toWire(parseStoredReport(id, change.dataAfter(outcome.time)).issue);
      cache.set(outcome.version, changedReport);
      return changedReport;
    }
    if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
    lastRefusal = outcome.refusal;
    refusedUpdateTime = updateTime;
  }
  return CHANGED_TOO_OFTEN;
}
