import { setTimeout as sleep } from "node:timers/promises";
import { type Failure, type Issue, toWire, type WireIssue } from "@logbook/domain";
import type { CallerStore, VersionedDocument } from "../firestore/caller-store.ts";
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
// If the call fails, app.ts may repeat it (`isRuleChecked` in route.ts), so a client may wait for twice this time.
const RETRY_MS = 2_500;
const MAX_BACKOFF_MS = 200;

/**
 * Reads a report as the caller and calls `attempt`. If others change the report before the attempt's commit, repeats
 * both for `RETRY_MS`, and then returns `tooManyRaces`.
 */
export async function retryRaces<T extends object>(
  store: CallerStore,
  id: string,
  tooManyRaces: Failure,
  attempt: (document: VersionedDocument) => Promise<T | Failure | { refusal: Refusal }>,
): Promise<T | Failure> {
  const retryUntil = Date.now() + RETRY_MS;
  let lastRefusal: { refusal: Refusal; updateTime: string } | null = null;
  for (;;) {
    const outcome = await store.readReport(id);
    if ("refusal" in outcome) return toFailure(outcome.refusal);
    if (outcome.document === null) return NO_SUCH_REPORT;
    const { updateTime } = outcome.document;
    if (lastRefusal !== null) {
      // Nobody has changed the report since the refused commit, so the reason was not a race.
      if (lastRefusal.updateTime === updateTime) return toFailure(lastRefusal.refusal);
      if (Date.now() >= retryUntil) return tooManyRaces;
    }
    const result = await attempt(outcome.document);
    if (!("refusal" in result)) return result;
    if (!mayBeRace(result.refusal)) return toFailure(result.refusal);
    lastRefusal = { refusal: result.refusal, updateTime };
    // The pause is random, so that some attempt falls between the writes of a client that writes at regular times.
    await sleep(Math.random() * MAX_BACKOFF_MS);
  }
}

/** A report, and the data of its document, from which it was parsed. */
export interface StoredReport {
  issue: Issue;
  data: StoredData;
}

/** A change of the fields in `mask`. A field in `mask` that `fields` lacks is deleted. */
export interface ReportChange {
  fields: Readonly<Record<string, Storable>>;
  mask: readonly string[];
  /** These fields get the server's time. */
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
  return await retryRaces<WireIssue>(store, id, CHANGED_TOO_OFTEN, async ({ data, updateTime }) => {
    const { issue } = parseStoredReport(id, data);
    const change = createChange({ issue, data });
    if (change === null) return toWire(issue);
    if (isFailure(change)) return change;
    const outcome = await store.commit(id, [updateDocument(`issues/${id}`, { ...change, updateTime })]);
    if ("refusal" in outcome) return outcome;
    const changedReport = toWireIssue(id, change.dataAfter(outcome.time));
    cache.set(outcome.version, changedReport);
    return changedReport;
  });
}

/** A stored report in the form in which the API sends it. */
export const toWireIssue = (id: string, data: StoredData): WireIssue => toWire(parseStoredReport(id, data).issue);
