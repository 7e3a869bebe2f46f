import {
  ALL,
  filterMatcher,
  firstStatus,
  ISSUE_TYPES,
  NO_FILTERS,
  PAGE_SIZES,
  PRIORITIES,
  STATUS_CYCLES,
  type Status,
  type WireIssue,
  type WireList,
} from "@logbook/domain";
import { pick, type Random } from "../../bench/src/data/random.ts";
import type { LoadUser } from "./actors.ts";
import type { LoadClient } from "./client.ts";
import { acknowledge, acknowledgedUpdateTime, type Journal, type SentReport } from "./journal.ts";

/** The tools that all actions share. */
export interface ActionContext {
  /** A word that only this run's reports, users and amendments contain. */
  runWord: string;
  random: Random;
  client: LoadClient;
  journal: Journal;
  members: readonly LoadUser[];
  admins: readonly LoadUser[];
  /** The board's revision and the number of reports before the first write. */
  initialBoard: { revision: number; total: number };
  addProblem(problem: string): void;
}

const WORDS = ["calendar", "gallery", "map", "newsletter", "forum", "login", "search", "phone"];

/** All actions, each with its share of the calls. */
export const ACTIONS: readonly { percent: number; run: (context: ActionContext) => Promise<void> }[] = [
  { percent: 60, run: listReports },
  { percent: 20, run: fileReport },
  { percent: 15, run: amendReport },
  { percent: 5, run: changeStatus },
];

async function fileReport({ runWord, random, client, journal, members, addProblem }: ActionContext): Promise<void> {
  const type = pick(random, ISSUE_TYPES);
  const id = `${runWord}-${journal.reports.size}`;
  // The full stop prevents one title from being part of another.
  const title = `${runWord} ${pick(random, WORDS)} ${journal.reports.size}.`;
  // Descriptions have 1 to 60 words.
  const description = `${pick(random, WORDS)} `.repeat(1 + random(60));
  const report: SentReport = {
    id,
    type,
    title,
    // The API removes the blank at the end.
    description: description.trim(),
    filedAt: null,
    lastKnownStatus: firstStatus(type),
    amendments: [],
    acknowledgedSteps: [],
    acknowledgements: [],
  };
  journal.reports.set(id, report);
  const body = { id, type, title, description, priority: pick(random, PRIORITIES) };
  const response = await client.send("create", pick(random, members), "POST", "/api/issues", body);
  if (response === null) return;
  const issue = response.body.issue as WireIssue;
  if (issue.id !== id || issue.title !== title) addProblem(`The response to ${id} has another report.`);
  acknowledge(journal, report, issue.updatedAt);
  report.filedAt = performance.now();
  journal.acknowledgedReports += 1;
}

async function amendReport({ runWord, random, client, journal, members }: ActionContext): Promise<void> {
  const report = pickReport(random, journal);
  if (report === null) return;
  const id = `${runWord}-a${random(2 ** 30)}-${report.amendments.length}`;
  const amendment = { id, text: `${id} ${pick(random, WORDS)}`, isAcknowledged: false };
  report.amendments.push(amendment);
  const body = { id, issueId: report.id, text: amendment.text };
  const response = await client.send("amend", pick(random, members), "POST", "/api/issues/amendment", body);
  if (response === null) return;
  amendment.isAcknowledged = true;
  // The time of an amendment is also the report's update time.
  acknowledge(journal, report, response.body.amendment.createdAt);
}

async function changeStatus({ random, client, journal, admins }: ActionContext): Promise<void> {
  const report = pickReport(random, journal);
  if (report === null) return;
  const cycle: readonly Status[] = STATUS_CYCLES[report.type];
  const index = cycle.indexOf(report.lastKnownStatus);
  const nextStatuses = [cycle[index - 1], cycle[index + 1]].filter((status) => status !== undefined);
  const body = { status: pick(random, nextStatuses), from: report.lastKnownStatus };
  // The status may have changed already: by another admin, or by an earlier attempt whose response was lost.
  const allowedCodes = ["conflict", "not-a-step"];
  const path = `/api/issues/${report.id}`;
  const response = await client.send("status", pick(random, admins), "PUT", path, body, allowedCodes);
  if (response === null || response.status !== 200) return;
  const issue = response.body.issue as WireIssue;
  report.lastKnownStatus = issue.status;
  report.acknowledgedSteps.push(issue.status);
  acknowledge(journal, report, issue.updatedAt);
}

/** Reads a page of the list, which must show everything that was acknowledged before the request. */
async function listReports(context: ActionContext): Promise<void> {
  const { runWord, random, client, journal, members, admins, initialBoard, addProblem } = context;
  // One list of three is a search for one report, which must be found.
  const searchedReport = random(3) === 0 ? pickReport(random, journal) : null;
  const filters = {
    ...NO_FILTERS,
    search: searchedReport?.title ?? pick(random, ["", runWord, `${runWord} ${pick(random, WORDS)}`]),
    type: searchedReport === null ? pick(random, [ALL, ...ISSUE_TYPES]) : ALL,
  };
  // A page past the end shows the last page.
  const query = { ...filters, page: String(1 + random(5)), pageSize: String(pick(random, PAGE_SIZES)) };

  const startedAt = performance.now();
  const { acknowledgedWrites, acknowledgedReports } = journal;
  const path = `/api/issues?${new URLSearchParams(query)}`;
  const response = await client.send("list", pick(random, [...members, ...admins]), "GET", path);
  if (response === null) return;
  const { bugs, features, stats, revision } = response.body as Required<WireList>;
  const addStaleListProblem = (reason: string): void => addProblem(`A stale list (${path}): ${reason}.`);
  if (revision! < initialBoard.revision + acknowledgedWrites)
    addStaleListProblem(`revision ${revision} after ${initialBoard.revision} and ${acknowledgedWrites} writes`);
  if (stats.total < initialBoard.total + acknowledgedReports)
    addStaleListProblem(`${stats.total} reports after ${initialBoard.total} and ${acknowledgedReports}`);
  const listedReports = [...bugs, ...features];
  if (searchedReport !== null && !listedReports.some(({ id }) => id === searchedReport.id))
    addStaleListProblem(`${searchedReport.id} is missing`);
  for (const issue of listedReports) {
    if (!filterMatcher(filters)(issue)) addProblem(`${issue.id} does not match the filters of ${path}.`);
    const sentReport = journal.reports.get(issue.id);
    if (sentReport === undefined) {
      if (issue.id.startsWith(runWord)) addProblem(`Nobody has sent the report ${issue.id}.`);
      continue;
    }
    if (issue.updatedAt < acknowledgedUpdateTime(sentReport, startedAt))
      addStaleListProblem(`${issue.id} as of ${issue.updatedAt}`);
    sentReport.lastKnownStatus = issue.status;
  }
}

/** A random acknowledged report, in three of four cases one of the last 60; `null` if there is none. */
function pickReport(random: Random, { reports }: Journal): SentReport | null {
  const allReports = [...reports.values()];
  const candidates = random(4) === 0 ? allReports : allReports.slice(-60);
  const acknowledgedReports = candidates.filter(({ filedAt }) => filedAt !== null);
  return pick(random, acknowledgedReports) ?? null;
}
