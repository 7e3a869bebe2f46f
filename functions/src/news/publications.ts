import type { NewsChange } from "@logbook/domain";
import type { LoggedEvent } from "./event-log.ts";
import type { RecentEntry } from "./recent-entries.ts";

/** Whether a change of this kind at this time is news to the member, who may follow the report. */
export type IsNewsOf = (issueId: string, at: string, kind: NewsChange["kind"]) => boolean;

/** The news of an entry of What's new: its title instead of the report's. */
interface Publication {
  change: NewsChange;
  title: string;
}

/**
 * Selects the events that tell a member of entries that link to reports they follow: one event for each entry, by its id.
 * Of an entry that links to more reports later only those are told who did not follow one of the earlier ones when its
 * followers were told. An entry that is deleted, or that many newer ones follow, is no news.
 */
export function selectPublications(
  events: readonly LoggedEvent[],
  recentEntries: ReadonlyMap<string, RecentEntry>,
  uid: string,
  isNewsOf: IsNewsOf,
): ReadonlyMap<string, Publication> {
  const publications = new Map<string, Publication>();
  const toldIds = new Set<string>();
  for (const { id, issueId, at, by, entry } of events) {
    const recentEntry = entry && recentEntries.get(entry.id);
    // One commit has an event for each report to which the entry links.
    if (!recentEntry || by === uid || toldIds.has(entry.id) || !isNewsOf(issueId, at, "published")) continue;
    if (Object.entries(entry.told).some(([toldId, toldAt]) => isNewsOf(toldId, toldAt, "published"))) continue;
    toldIds.add(entry.id);
    publications.set(id, { change: { kind: "published", entryId: entry.id }, title: recentEntry.title });
  }
  return publications;
}
