import { firstStatus, isStep, type Status } from "@logbook/domain";
import type { ReportCommit } from "../support/firestore-proxy.ts";
import { db } from "../support/suite.ts";
import type { Journal, SentReport } from "./journal.ts";

interface StoredReport {
  number: number;
  title: string;
  description: string;
  status: Status;
  amendments: Record<string, { text: string }>;
}

/** The statuses and amendments that the commits of one report have written, in Firestore's order. */
interface CommitHistory {
  /** How many commits have created the report. */
  createCount: number;
  statuses: Status[];
  amendmentIds: string[];
}

/** Compares the stored reports with the acknowledged writes and with the commits; returns the problems as sentences. */
export async function findProblems(
  runWord: string,
  journal: Journal,
  commits: readonly ReportCommit[],
  initialRevision: number,
): Promise<string[]> {
  const histories = historiesOf(commits);
  // `~` comes after all characters of ids.
  const { docs } = await db.collection("issues").orderBy("__name__").startAt(runWord).endAt(`${runWord}~`).get();
  const storedReports = new Map(docs.map((doc) => [doc.id, doc.data() as StoredReport]));
  const unknownIds = [...storedReports.keys()].filter((id) => !journal.reports.has(id));
  const numbers = [...storedReports.values()].map(({ number }) => number);
  const board = await db.doc("boards/main").get();
  const revision = board.get("revision") as number;
  const lastNumber = board.get("lastNumber") as number;
  return [
    ...unknownIds.map((id) => `Nobody has sent the stored report ${id}.`),
    ...[...journal.reports.values()].flatMap((report) =>
      findReportProblems(report, storedReports.get(report.id), histories.get(report.id)),
    ),
    ...numbers
      .filter((number, index) => numbers.indexOf(number) < index)
      .map((number) => `Two reports are number ${number}.`),
    ...numbers.filter((number) => number > lastNumber).map((number) => `The board does not count number ${number}.`),
    ...(revision === initialRevision + commits.length
      ? []
      : [`The board went from ${initialRevision} to ${revision} by ${commits.length} commits.`]),
  ];
}

function findReportProblems(
  sentReport: SentReport,
  storedReport: StoredReport | undefined,
  history: CommitHistory | undefined,
): string[] {
  const { id, type, title, description, filedAt, amendments, acknowledgedSteps } = sentReport;
  if (storedReport === undefined) return filedAt === null ? [] : [`Lost: the report ${id}.`];
  if (history === undefined) return [`The report ${id} was stored without a commit.`];
  const problems: string[] = [];
  if (storedReport.title !== title || storedReport.description !== description)
    problems.push(`The report ${id} is stored differently from what was sent.`);
  if (history.createCount !== 1) problems.push(`The report ${id} was filed ${history.createCount} times.`);

  for (const { id: amendmentId, text, isAcknowledged } of amendments) {
    const commitCount = history.amendmentIds.filter((committedId) => committedId === amendmentId).length;
    if (isAcknowledged && storedReport.amendments[amendmentId]?.text !== text)
      problems.push(`Lost: the amendment ${amendmentId} of ${id}.`);
    if (commitCount > 1) problems.push(`The amendment ${amendmentId} of ${id} was added ${commitCount} times.`);
  }
  const sentAmendmentIds = new Set(amendments.map((amendment) => amendment.id));
  for (const amendmentId of Object.keys(storedReport.amendments))
    if (!sentAmendmentIds.has(amendmentId)) problems.push(`Nobody has sent the amendment ${amendmentId} of ${id}.`);

  const statuses = [firstStatus(type), ...history.statuses];
  for (const [index, status] of history.statuses.entries())
    if (!isStep(type, statuses[index]!, status))
      problems.push(`An illegal step of ${id}: ${statuses[index]} to ${status}.`);
  if (storedReport.status !== statuses.at(-1))
    problems.push(`${id} is ${storedReport.status} after ${statuses.join(", ")}.`);
  // Each acknowledged step must have a commit of its own.
  const unmatchedStatuses = [...history.statuses];
  for (const status of acknowledgedSteps) {
    const index = unmatchedStatuses.indexOf(status);
    if (index < 0) problems.push(`Lost: the step of ${id} to ${status}.`);
    else unmatchedStatuses.splice(index, 1);
  }
  return problems;
}

/** Each report's history. The commits are sorted by time, because responses may arrive in another order. */
function historiesOf(commits: readonly ReportCommit[]): Map<string, CommitHistory> {
  const histories = new Map<string, CommitHistory>();
  const sortedCommits = commits.toSorted((a, b) =>
    comparableTime(a.commitTime) < comparableTime(b.commitTime) ? -1 : 1,
  );
  for (const { writes } of sortedCommits)
    for (const { update, updateMask } of writes) {
      const id = /\/issues\/([^/]+)$/.exec(update?.name ?? "")?.[1];
      if (update === undefined || id === undefined) continue;
      const history = histories.get(id) ?? { createCount: 0, statuses: [], amendmentIds: [] };
      histories.set(id, history);
      // Only a commit that creates a report has no update mask.
      if (updateMask === undefined) history.createCount += 1;
      else if (updateMask.fieldPaths.includes("status"))
        history.statuses.push((update.fields.status as { stringValue: Status }).stringValue);
      else history.amendmentIds.push(/^amendments\.`(.+)`$/.exec(updateMask.fieldPaths[0]!)![1]!);
    }
  return histories;
}

/** A time with nine decimals: such times can be compared as texts. */
function comparableTime(instant: string): string {
  const [seconds, fraction = ""] = instant.replace("Z", "").split(".");
  return `${seconds}.${fraction.padEnd(9, "0")}`;
}
