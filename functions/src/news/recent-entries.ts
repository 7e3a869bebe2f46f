import { compareText, isRecord, LIMITS } from "@logbook/domain";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";

/** The document that counts the entries of What's new and names the newest published ones. */
export const CHANGELOG_PATH = "settings/changelog";

/** A published entry: its title, and when it was published. */
export interface RecentEntry {
  title: string;
  at: string;
}

/** The newest published entries by their ids, the newest first. */
export function parseRecentEntries(changelog: StoredDocument | null): ReadonlyMap<string, RecentEntry> {
  const entries = [...parseMap(changelog?.data.recent, parseRecentEntry)];
  return new Map(entries.sort(([, a], [, b]) => compareText(b.at, a.at)).slice(0, LIMITS.recentEntries));
}

function parseRecentEntry(value: unknown): RecentEntry | null {
  if (!isRecord(value) || typeof value.title !== "string") return null;
  const at = parseTimestamp(value.at);
  return at === null ? null : { title: value.title, at };
}
