import { amendmentText, parseJsonList } from "@logbook/domain";
import { type Entry, type EntryWithText, jsonOf, reportOf } from "./entry.ts";
import { createTextsBuilder, type SearchTexts } from "./search-texts.ts";

/** The end of the JSON of a report without amendments. Most reports have none, and this saves parsing them. */
const NO_AMENDMENTS = Buffer.from('"amendment":"[]"}');

/** The reports that have amendments. The search text of each is the text of its amendments. */
export function withAmendments(entries: readonly Entry[]): EntryWithText[] {
  return entries.flatMap((entry) => {
    if (jsonOf(entry).subarray(-NO_AMENDMENTS.length).equals(NO_AMENDMENTS)) return [];
    const amendments = parseJsonList(reportOf(entry).amendment) as { text: string }[];
    return { entry, searchText: amendmentText(amendments) };
  });
}

/** The texts of all amendments, for searches. */
export function createAmendmentTexts(entries: readonly Entry[]): SearchTexts {
  const builder = createTextsBuilder();
  for (const entry of withAmendments(entries)) builder.add(entry);
  return builder.build().texts;
}
