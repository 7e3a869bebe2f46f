import { type Entry, jsonOf } from "./entry.ts";
import type { Reports } from "./reports.ts";

/**
 * The reports in which a username stands as that of the reporter, an amendment's author or the assignee; perhaps also others, whose
 * texts look like that. Searches the bytes: parsing 100,000 reports would take a second.
 */
export function reportsNaming({ all }: Pick<Reports, "all">, username: string): Entry[] {
  const quotedName = JSON.stringify(username);
  const asReporter = Buffer.from(`"user":{"username":${quotedName}}`);
  // In the JSON of a report, the list of its amendments is a text, which is JSON again.
  const asAuthor = Buffer.from(JSON.stringify(`"createdBy":${quotedName}`).slice(1, -1));
  return all.filter((entry) => {
    if (entry.assignee === username) return true;
    const json = jsonOf(entry);
    return json.includes(asReporter) || json.includes(asAuthor);
  });
}
