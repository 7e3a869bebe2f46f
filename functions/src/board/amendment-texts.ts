import { amendmentText, parseJsonList } from "@logbook/domain";
import { type Entry, type EntryWithText, jsonOf, reportOf } from "./entry.ts";
import { createTextsBuilder, type SearchTexts } from "./search-texts.ts";

/**
 * The end of the JSON of a report without amendments: `toWire` in the domain writes `amendment` last. Most reports have
 * no amendments and need not be parsed.
 */
const END_WITHOUT_AMENDMENTS = Buffer.from('"amendment":"[]"}');

/** The entries that have amendments, each with the text of its amendments as the search text. */
export function amendmentEntries(entries: readonly Entry[]): EntryWithText[] {
  return entries.flatMap((entry) => {
    const lastBytes = jsonOf(entry).subarray(-END_WITHOUT_AMENDMENTS.length);
    if (lastBytes.equals(END_WITHOUT_AMENDMENTS)) return [];
    const amendments = parseJsonList(reportOf(entry).amendment) as { text: string }[];
    return { entry, searchText: amendmentText(amendments) };
  });
}

export function createAmendmentTexts(entries: readonly Entry[]): SearchTexts {
  const builder = createTextsBuilder();
  for (const entry of amendmentEntries(entries)) builder.add(entry);
  return builder.build().texts;
}
