import { type Amendment, DETAIL_FIELDS, parseJsonList, type WireIssue } from "@logbook/domain";

/** How large a page of the list may be. */
export const PAGE_BYTES = 256 * 1024;

/** How many letters each text may keep, tried in this order, and how many of the newest amendments. */
const CUTS = [
  [2_000, 10],
  [1_000, 5],
  [500, 3],
  [200, 3],
  [80, 1],
  [20, 0],
] as const;

/**
 * Reports as JSON that fit into `bytes` together: the longest are shortened, to the same size, and say so by `shortened`;
 * all others stay as they are. `GET /api/issues/{id}` has them whole.
 */
export function fitReports(reports: readonly Buffer[], bytes: number): readonly Buffer[] {
  const most = largestFitting(
    reports.map(({ length }) => length),
    bytes,
  );
  return reports.map((json) => (json.length <= most ? json : shorten(json, most)));
}

/** The size to which the largest of these have to be cut so that all fit into `bytes`. */
function largestFitting(sizes: readonly number[], bytes: number): number {
  let left = bytes;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [at, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

function shorten(json: Buffer, most: number): Buffer {
  const report = JSON.parse(json.toString()) as WireIssue;
  for (const [letters, notes] of CUTS) {
    const cut = Buffer.from(JSON.stringify(cutTexts(report, letters, notes)));
    if (cut.length <= most) return cut;
  }
  // Where even that is too much, it is for the address and the names of files.
  return Buffer.from(JSON.stringify({ ...cutTexts(report, 0, 0), websiteUrl: "", attachments: "[]" }));
}

function cutTexts(report: WireIssue, letters: number, notes: number): WireIssue {
  const texts = Object.fromEntries(
    // Half an address would lead somewhere else.
    DETAIL_FIELDS.filter((field) => field !== "websiteUrl").map((field) => [field, cutText(report[field], letters)]),
  );
  const amendments = (parseJsonList(report.amendment) as Amendment[])
    .slice(notes === 0 ? Number.POSITIVE_INFINITY : -notes)
    .map((amendment) => ({ ...amendment, text: cutText(amendment.text, letters) }));
  return {
    ...report,
    ...texts,
    description: cutText(report.description, letters),
    amendment: JSON.stringify(amendments),
    shortened: true,
  };
}

/** The beginning of a text, by code points: half a pair of surrogates is no letter. */
function cutText(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const beginning = text.slice(0, letters).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning}…`;
}
