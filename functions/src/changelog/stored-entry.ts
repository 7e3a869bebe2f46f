import { type Failure, formatCount, isId, isRecord, LIMITS, toSimilar, type WireEntry } from "@logbook/domain";
import type { Reports } from "../board/reports.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";
import { type FieldsChange, updateDocument, type Write } from "../firestore/writes.ts";
import { failure } from "../http/response.ts";
import { CHANGELOG_PATH, parseRecentEntries } from "../news/recent-entries.ts";

/**
 * The paths of the documents that a write of an entry needs. No entry has an id of one character: it stands for ids that
 * Firestore would refuse.
 */
export const readsOfEntry = ({ params: { entryId } }: { params: { entryId: string } }) => ({
  entry: `changelog/${isId(entryId) ? entryId : "-"}`,
  changelog: CHANGELOG_PATH,
});

export type EntryDocuments = { [Name in keyof ReturnType<typeof readsOfEntry>]: StoredDocument | null };

export const NO_SUCH_ENTRY = failure(
  "not-found",
  "There is no such entry. Somebody may have deleted it; please reload the page.",
);

/** A report to which an entry links. Its number stays in the entry while the report is deleted. */
export type LinkedReport = { id: string; number: number };

/**
 * An entry as it is stored in `changelog/{id}`. `publishedAt` is set by one commit only, that of its publication, and
 * stays. Two more fields are only for queries: `listedAt` is the same time while the entry is published and not deleted,
 * and `draftedAt` is there while it is a draft and not deleted.
 */
export interface StoredEntry {
  id: string;
  title: string;
  text: string;
  reports: readonly LinkedReport[];
  byName: string;
  publishedAt: string | null;
  editedAt: string | null;
  savedAt: string;
  /** The time of the first link to a report from the published entry, by the report's id: its followers were told. */
  told: ReadonlyMap<string, string>;
  /** Until when a deleted entry can be restored; `null` if it is not deleted. */
  purgeAt: string | null;
}

/** Parses an entry; unreadable fields are empty. `null` without a document. */
export function parseEntry(document: StoredDocument | null): StoredEntry | null {
  if (document === null) return null;
  const { id, data } = document;
  const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    id,
    title: textOf(data.title),
    text: textOf(data.text),
    reports: Array.isArray(data.reports) ? data.reports.filter(isLinkedReport) : [],
    byName: textOf(data.byName),
    publishedAt: parseTimestamp(data.publishedAt),
    editedAt: parseTimestamp(data.editedAt),
    savedAt: parseTimestamp(data.savedAt) ?? "",
    told: parseMap(data.told, parseTimestamp),
    purgeAt: parseTimestamp(data.purgeAt),
  };
}

const isLinkedReport = (value: unknown): value is LinkedReport =>
  isRecord(value) && typeof value.id === "string" && typeof value.number === "number";

export function toWireEntry(
  entry: Omit<StoredEntry, "told" | "purgeAt">,
  reports: Pick<Reports, "get" | "reportOf">,
): WireEntry {
  const { id, title, text, byName, publishedAt, editedAt, savedAt } = entry;
  const links = entry.reports.map(({ id: reportId, number }) => {
    const report = reports.get(reportId);
    return { number, ...(report && { report: toSimilar(reports.reportOf(report)) }) };
  });
  return { id, title, text, reports: links, by: byName, publishedAt, ...(editedAt !== null && { editedAt }), savedAt };
}

/** How many drafts and published entries there are, without deleted ones. */
interface EntryCounts {
  drafts: number;
  published: number;
}

function parseCounts(changelog: StoredDocument | null): EntryCounts {
  const countOf = (value: unknown): number => (typeof value === "number" ? value : 0);
  return { drafts: countOf(changelog?.data.drafts), published: countOf(changelog?.data.published) };
}

const tooMany = (limit: number, what: string) =>
  failure("full", `There are ${formatCount(limit)} ${what} already, which is the limit. Please delete one of them.`);
const COUNT_LIMITS = {
  drafts: { limit: LIMITS.entryDrafts, reached: tooMany(LIMITS.entryDrafts, "drafts") },
  published: { limit: LIMITS.publishedEntries, reached: tooMany(LIMITS.publishedEntries, "entries") },
};

/** The failure if there is no room for one more entry of this kind; `null` otherwise. */
export function countFailure(kind: keyof EntryCounts, changelog: StoredDocument | null): Failure | null {
  const { limit, reached } = COUNT_LIMITS[kind];
  return parseCounts(changelog)[kind] >= limit ? reached : null;
}

/** What a commit changes in `settings/changelog`: the counts, by so many, and one of the newest published entries. */
interface ChangelogChange extends EntryCounts {
  /** `at` is `null` for an entry that is published now; `title` is `null` for one that is deleted. */
  recent: { id: string; title: string | null; at: string | null } | null;
}

/** The write of the counts and the newest published entries; none if neither changes. */
export function changelogWrites(changelog: StoredDocument | null, { recent, ...changes }: ChangelogChange): Write[] {
  const counts = parseCounts(changelog);
  const drafts = Math.max(0, counts.drafts + changes.drafts);
  const published = Math.max(0, counts.published + changes.published);
  const { fields = {}, mask = [], serverTimes = [] } = recent === null ? {} : recentChange(changelog, recent);
  if (changes.drafts === 0 && changes.published === 0 && mask.length === 0) return [];
  const change = { fields: { drafts, published, ...fields }, mask: ["drafts", "published", ...mask], serverTimes };
  return [updateDocument(CHANGELOG_PATH, change)];
}

function recentChange(
  changelog: StoredDocument | null,
  { id, title, at }: NonNullable<ChangelogChange["recent"]>,
): Partial<FieldsChange> {
  const entries = [...parseRecentEntries(changelog)];
  const path = `recent.\`${id}\``;
  if (title === null) return { mask: [path] };
  const others = entries.filter(([otherId]) => otherId !== id);
  // An entry that is older than all of so many others is none of the newest ones.
  if (at !== null && others.filter(([, other]) => other.at > at).length >= LIMITS.recentEntries) return {};
  const dropped = others.slice(LIMITS.recentEntries - 1).map(([droppedId]) => `recent.\`${droppedId}\``);
  if (at === null)
    return {
      fields: { recent: { [id]: { title } } },
      mask: [`${path}.title`, ...dropped],
      serverTimes: [`${path}.at`],
    };
  return { fields: { recent: { [id]: { title, at: new Date(at) } } }, mask: [path, ...dropped] };
}
