import { type Failure, type Issue, toWire, type WireIssue } from "@logbook/domain";
import type { CallerStore } from "../firestore/caller-store.ts";
import type { Refusal } from "../firestore/rest.ts";
import { readStoredReport, type StoredData } from "../firestore/stored-report.ts";
import type { Storable } from "../firestore/values.ts";
import { updateDocument } from "../firestore/writes.ts";
import { failure } from "../http/response.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";
import type { ReportCache } from "./report-cache.ts";

const BUSY = failure(
  "conflict",
  "Others are changing this report at this moment. Please try again; nothing has been lost.",
);

// A vote or an amendment of another member may be stored between the read and the commit.
const MAX_ATTEMPTS = 5;

/** A report as it is stored, and parsed. */
export interface StoredReport {
  issue: Issue;
  stored: StoredData;
}

/** A change of some fields. The fields in `serverTimes` get the server's time. `dataAfter` returns the document's data
 * once the change was committed at that time. */
export interface ReportChange {
  fields: Readonly<Record<string, Storable>>;
  mask: readonly string[];
  serverTimes: readonly string[];
  dataAfter(commitTime: Date): StoredData;
}

/**
 * Reads a report as the caller and commits the change that `changeOf` returns for it, on the condition that the report
 * has not changed meanwhile. If `changeOf` returns `null`, nothing is changed. Returns the report after the change.
 */
export async function changeReport(
  store: CallerStore,
  cache: ReportCache,
  id: string,
  changeOf: (report: StoredReport) => ReportChange | Failure | null,
): Promise<WireIssue | Failure> {
  let refusal: Refusal | null = null;
  let refusedVersion = "";
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const read = await store.readReport(id);
    if ("refusal" in read) return toFailure(read.refusal);
    if (read.document === null) return NO_SUCH_REPORT;
    const { data: stored, updateTime } = read.document;
    const { issue } = readStoredReport(id, stored);
    const change = changeOf({ issue, stored });
    if (change === null) return toWire(issue);
    if ("success" in change) return change;
    // Nobody has changed the report since the refused commit, so the rules refused it for another reason.
    if (refusal !== null && refusedVersion === updateTime) return toFailure(refusal);
    const outcome = await store.commit(id, [updateDocument(`issues/${id}`, { ...change, updateTime })]);
    if ("time" in outcome) {
      const changed = toWire(readStoredReport(id, change.dataAfter(outcome.time)).issue);
      cache.set(outcome.version, changed);
      return changed;
    }
    if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
    refusal = outcome.refusal;
    refusedVersion = updateTime;
  }
  return BUSY;
}
