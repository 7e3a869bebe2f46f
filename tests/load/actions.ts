import {
  filterMatcher,
  firstStatus,
  ISSUE_TYPES,
  PAGE_SIZES,
  PRIORITIES,
  STATUS_CYCLES,
  type Status,
  TYPE_OPTIONS,
  type WireIssue,
  type WireList,
} from "@logbook/domain";
import { pick, type Random } from "../../bench/src/data/random.ts";
import type { LoadUser } from "./actors.ts";
import type { Client } from "./client.ts";
import { acknowledge, acknowledgedUpdateTime, type Journal, type KnownReport } from "./journal.ts";

/** The state that all actions share. */
export interface ActionContext {
  /** A word that only this run's reports, users and amendments contain. */
  runWord: string;
  random: Random;
  client: Client;
  journal: Journal;
  members: readonly LoadUser[];
  admins: readonly LoadUser[];
  /** The board's revision and the number of reports before the first write. */
  base: { revision: number; total: number };
  addProblem(problem: string): void;
}

const WORDS = ["calendar", "gallery", "map", "newsletter", "forum", "login", "search", "phone"];

/** All actions, each with its share of the calls. */
export const ACTIONS: readonly { percent: number; act: (context: ActionContext) => Promise<void> }[] = [
  { percent: 60, act: list },
  { percent: 20, act: create },
  { percent: 15, act: amend },
  { percent: 5, act: step },
];

async function create({ runWord, random, client, journal, members, addProblem }: ActionContext): Promise<void> {
  const type = pick(random, ISSUE_TYPES);
  const id = `${runWord}-${journal.reports.size}`;
  // The full stop prevents one title from being part of another.
  const title = `${runWord} ${pick(random, WORDS)} ${journal.reports.size}.`;
  const description = `${pick(random, WORDS)} `.repeat(1 + random(60));
  const known: KnownReport = {
    id,
    type,
    title,
    description: description.trim(),
    createdAt: null,
    lastKnownStatus: firstStatus(type),
    amendments: [],
    acknowledgedSteps: [],
    acknowledgements: [],
  };
  journal.reports.set(id, known);
  const body = { id, type, title, description, priority: pick(random, PRIORITIES) };
  const response = await client.send("create", pick(random, members), "POST", "/api/issues", body);
  if (response === null) return;
  const issue = response.body.issue as WireIssue;
  if (issue.id !== id || issue.title !== title) addProblem(`The response to ${id} has another report.`);
  acknowledge(journal, known, issue.updatedAt);
  known.createdAt = performance.now();
  journal.created += 1;
}

async function amend({ runWord, random, client, journal, members }: ActionContext): Promise<void> {
  const known = pickReport(random, journal);
  if (known === null) return;
  const id = `${runWord}-a${random(2 ** 30)}-${known.amendments.length}`;
  const amendment = { id, text: `${id} ${pick(random, WORDS)}`, acknowledged: false };
  known.amendments.push(amendment);
  const body = { id, issueId: known.id, text: amendment.text };
  const response = await client.send("amend", pick(random, members), "POST", "/api/issues/amendment", body);
  if (response === null) return;
  amendment.acknowledged = true;
  acknowledge(journal, known, response.body.amendment.createdAt);
}

async function step({ random, client, journal, admins }: ActionContext): Promise<void> {
  const known = pickReport(random, journal);
  if (known === null) return;
  const cycle: readonly Status[] = STATUS_CYCLES[known.type];
  const index = cycle.indexOf(known.lastKnownStatus);
  const status = pick(
    random,
    [cycle[index - 1], cycle[index + 1]].filter((next) => next !== undefined),
  );
  const body = { status, from: known.lastKnownStatus };
  // The status may have changed already: by another admin, or by an earlier attempt whose response was lost.
  const allowed = ["conflict", "not-a-step"];
  const response = await client.send("status", pick(random, admins), "PUT", `/api/issues/${known.id}`, body, allowed);
  if (response === null || response.status !== 200) return;
  const issue = response.body.issue as WireIssue;
  known.lastKnownStatus = issue.status;
  known.acknowledgedSteps.push(issue.status);
  acknowledge(journal, known, issue.updatedAt);
}

/** Reads a page and compares it with everything that was acknowledged before the request. */
async function list(context: ActionContext): Promise<void> {
  const { runWord, random, client, journal, members, admins, base, addProblem } = context;
  const searched = random(3) === 0 ? pickReport(random, journal) : null;
  const filters = {
    search: searched?.title ?? pick(random, ["", runWord, `${runWord} ${pick(random, WORDS)}`]),
    type: searched === null ? pick(random, TYPE_OPTIONS) : "all",
    priority: "all",
    status: "all",
  } as const;
  const query = { ...filters, page: String(1 + random(5)), pageSize: String(pick(random, PAGE_SIZES)) };

  const startedAt = performance.now();
  const { acknowledged, created } = journal;
  const path = `/api/issues?${new URLSearchParams(query)}`;
  const response = await client.send("list", pick(random, [...members, ...admins]), "GET", path);
  if (response === null) return;
  const { bugs, features, stats, revision } = response.body as Required<WireList>;
  const addStale = (what: string): void => addProblem(`A stale list (${path}): ${what}.`);
  if (revision! < base.revision + acknowledged)
    addStale(`revision ${revision} after ${base.revision} and ${acknowledged} writes`);
  if (stats.total < base.total + created) addStale(`${stats.total} reports after ${base.total} and ${created}`);
  const shown = [...bugs, ...features];
  if (searched !== null && !shown.some(({ id }) => id === searched.id)) addStale(`${searched.id} is missing`);
  for (const issue of shown) {
    if (!filterMatcher(filters)(issue)) addProblem(`${issue.id} does not match the filters of ${path}.`);
    const known = journal.reports.get(issue.id);
    if (known === undefined) {
      if (issue.id.startsWith(runWord)) addProblem(`Nobody has sent the report ${issue.id}.`);
      continue;
    }
    if (issue.updatedAt < acknowledgedUpdateTime(known, startedAt)) addStale(`${issue.id} as of ${issue.updatedAt}`);
    known.lastKnownStatus = issue.status;
  }
}

/** A random acknowledged report, in three of four cases a recent one. */
function pickReport(random: Random, { reports }: Journal): KnownReport | null {
  const all = [...reports.values()];
  const recent = random(4) === 0 ? all : all.slice(-60);
  return (
    pick(
      random,
      recent.filter(({ createdAt }) => createdAt !== null),
    ) ?? null
  );
}
