import { firstStatus, isStep, type Status } from "@logbook/domain";
import type { Committed } from "../support/firestore-proxy.ts";
import { db } from "../support/suite.ts";
import type { Journal, Known } from "./journal.ts";

/** The state of the board before a run. */
export interface Before {
  revision: number;
}

/** The stored state of a report. */
interface Stored {
  title: string;
  description: string;
  status: Status;
  amendments: Record<string, { text: string }>;
}

/** What happened to one report, as Firestore was asked and did, in its own order. */
interface Story {
  created: number;
  statuses: Status[];
  amended: string[];
}

/** Compares the store with what was acknowledged and with what Firestore did; gives what is wrong, in sentences. */
export async function compare(
  run: string,
  journal: Journal,
  committed: readonly Committed[],
  before: Before,
): Promise<string[]> {
  const stories = tellStories(committed);
  const { docs } = await db.collection("issues").orderBy("__name__").startAt(run).endAt(`${run}~`).get();
  const stored = new Map(docs.map((doc) => [doc.id, doc.data() as Stored]));
  const strangers = [...stored.keys()].filter((id) => !journal.reports.has(id));
  const revision = (await db.doc("boards/main").get()).get("revision") as number;
  return [
    ...strangers.map((id) => `Nobody has sent the stored report ${id}.`),
    ...[...journal.reports.values()].flatMap((known) => problemsOf(known, stored.get(known.id), stories.get(known.id))),
    ...(revision === before.revision + committed.length
      ? []
      : [`The board went from ${before.revision} to ${revision} by ${committed.length} commits.`]),
  ];
}

function problemsOf(known: Known, stored: Stored | undefined, story: Story | undefined): string[] {
  const { id, type, amendments, steps } = known;
  if (stored === undefined) return known.createdAt === null ? [] : [`Lost: the report ${id}.`];
  if (story === undefined) return [`The report ${id} was stored without a commit.`];
  const problems: string[] = [];
  if (stored.title !== known.title || stored.description !== known.description)
    problems.push(`The report ${id} is stored otherwise than it was sent.`);
  if (story.created !== 1) problems.push(`The report ${id} was filed ${story.created} times.`);

  for (const { id: note, text, acknowledged } of amendments) {
    const times = story.amended.filter((other) => other === note).length;
    if (acknowledged && stored.amendments[note]?.text !== text) problems.push(`Lost: the amendment ${note} of ${id}.`);
    if (times > 1) problems.push(`The amendment ${note} of ${id} was added ${times} times.`);
  }
  const sent = new Set(amendments.map(({ id: note }) => note));
  for (const note of Object.keys(stored.amendments))
    if (!sent.has(note)) problems.push(`Nobody has sent the amendment ${note} of ${id}.`);

  const path = [firstStatus(type), ...story.statuses];
  for (const [at, status] of story.statuses.entries())
    if (!isStep(type, path[at]!, status)) problems.push(`An illegal step of ${id}: ${path[at]} to ${status}.`);
  if (stored.status !== path.at(-1)) problems.push(`${id} is ${stored.status} after ${path.join(", ")}.`);
  const untold = [...story.statuses];
  for (const status of steps) {
    const found = untold.indexOf(status);
    if (found < 0) problems.push(`Lost: the step of ${id} to ${status}.`);
    else untold.splice(found, 1);
  }
  return problems;
}

/** By the times of the commits, since answers may overtake one another. */
function tellStories(committed: readonly Committed[]): Map<string, Story> {
  const stories = new Map<string, Story>();
  const inOrder = committed.toSorted((a, b) => (sortable(a.commitTime) < sortable(b.commitTime) ? -1 : 1));
  for (const { writes } of inOrder)
    for (const { update, updateMask } of writes) {
      const id = /\/issues\/([^/]+)$/.exec(update?.name ?? "")?.[1];
      if (update === undefined || id === undefined) continue;
      const story = stories.get(id) ?? { created: 0, statuses: [], amended: [] };
      stories.set(id, story);
      const text = (field: string): string => (update.fields[field] as { stringValue: string }).stringValue;
      if (updateMask === undefined) story.created += 1;
      else if (updateMask.fieldPaths.includes("status")) story.statuses.push(text("status") as Status);
      else story.amended.push(text("lastAmendment"));
    }
  return stories;
}

/** An instant with nine digits of a second, so that instants compare as texts. */
function sortable(instant: string): string {
  const [seconds, fraction = ""] = instant.replace("Z", "").split(".");
  return `${seconds}.${fraction.padEnd(9, "0")}`;
}
