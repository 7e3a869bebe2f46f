import { firstStatus, isStep, type Status } from "@logbook/domain";
import type { ReportCommit } from "../support/firestore-proxy.ts";
import { db } from "../support/suite.ts";
import type { Journal, KnownReport } from "./journal.ts";

export interface Before {
  revision: number;
}

interface Stored {
  number: number;
  title: string;
  description: string;
  status: Status;
  amendments: Record<string, { text: string }>;
}

/** The commits of one report in Firestore's order. */
interface ReportHistory {
  created: number;
  statuses: Status[];
  amended: string[];
}

/** Compares the stored reports with the acknowledged writes and with the commits; returns the problems as sentences. */
export async function findProblems(
  runWord: string,
  journal: Journal,
  committed: readonly ReportCommit[],
  before: Before,
): Promise<string[]> {
  const histories = historiesOf(committed);
  const { docs } = await db.collection("issues").orderBy("__name__").startAt(runWord).endAt(`${runWord}~`).get();
  const stored = new Map(docs.map((doc) => [doc.id, doc.data() as Stored]));
  const unknownIds = [...stored.keys()].filter((id) => !journal.reports.has(id));
  const numbers = [...stored.values()].map(({ number }) => number);
  const board = await db.doc("boards/main").get();
  const revision = board.get("revision") as number;
  const lastNumber = board.get("lastNumber") as number;
  return [
    ...unknownIds.map((id) => `Nobody has sent the stored report ${id}.`),
    ...[...journal.reports.values()].flatMap((known) =>
      problemsOf(known, stored.get(known.id), histories.get(known.id)),
    ),
    ...numbers
      .filter((number, index) => numbers.indexOf(number) < index)
      .map((number) => `Two reports are number ${number}.`),
    ...numbers.filter((number) => number > lastNumber).map((number) => `The board does not count number ${number}.`),
    ...(revision === before.revision + committed.length
      ? []
      : [`The board went from ${before.revision} to ${revision} by ${committed.length} commits.`]),
  ];
}

function problemsOf(known: KnownReport, stored: Stored | undefined, history: ReportHistory | undefined): string[] {
  const { id, type, amendments, acknowledgedSteps } = known;
  if (stored === undefined) return known.createdAt === null ? [] : [`Lost: the report ${id}.`];
  if (history === undefined) return [`The report ${id} was stored without a commit.`];
  const problems: string[] = [];
  if (stored.title !== known.title || stored.description !== known.description)
    problems.push(`The report ${id} is stored differently from what was sent.`);
  if (history.created !== 1) problems.push(`The report ${id} was filed ${history.created} times.`);

  for (const { id: amendmentId, text, acknowledged } of amendments) {
    const times = history.amended.filter((other) => other === amendmentId).length;
    if (acknowledged && stored.amendments[amendmentId]?.text !== text)
      problems.push(`Lost: the amendment ${amendmentId} of ${id}.`);
    if (times > 1) problems.push(`The amendment ${amendmentId} of ${id} was added ${times} times.`);
  }
  const sent = new Set(amendments.map(({ id: amendmentId }) => amendmentId));
  for (const amendmentId of Object.keys(stored.amendments))
    if (!sent.has(amendmentId)) problems.push(`Nobody has sent the amendment ${amendmentId} of ${id}.`);

  const statuses = [firstStatus(type), ...history.statuses];
  for (const [index, status] of history.statuses.entries())
    if (!isStep(type, statuses[index]!, status))
      problems.push(`An illegal step of ${id}: ${statuses[index]} to ${status}.`);
  if (stored.status !== statuses.at(-1)) problems.push(`${id} is ${stored.status} after ${statuses.join(", ")}.`);
  const unmatched = [...history.statuses];
  for (const status of acknowledgedSteps) {
    const found = unmatched.indexOf(status);
    if (found < 0) problems.push(`Lost: the step of ${id} to ${status}.`);
    else unmatched.splice(found, 1);
  }
  return problems;
}

/** Each report's history. The commits are sorted by time, because responses may arrive in another order. */
function historiesOf(committed: readonly ReportCommit[]): Map<string, ReportHistory> {
  const histories = new Map<string, ReportHistory>();
  const inOrder = committed.toSorted((a, b) => (comparableTime(a.commitTime) < comparableTime(b.commitTime) ? -1 : 1));
  for (const { writes } of inOrder)
    for (const { update, updateMask } of writes) {
      const id = /\/issues\/([^/]+)$/.exec(update?.name ?? "")?.[1];
      if (update === undefined || id === undefined) continue;
      const history = histories.get(id) ?? { created: 0, statuses: [], amended: [] };
      histories.set(id, history);
      const text = (field: string): string => (update.fields[field] as { stringValue: string }).stringValue;
      if (updateMask === undefined) history.created += 1;
      else if (updateMask.fieldPaths.includes("status")) history.statuses.push(text("status") as Status);
      else history.amended.push(text("lastAmendment"));
    }
  return histories;
}

/** A time with nine decimals, so that times compare as texts. */
function comparableTime(instant: string): string {
  const [seconds, fraction = ""] = instant.replace("Z", "").split(".");
  return `${seconds}.${fraction.padEnd(9, "0")}`;
}
