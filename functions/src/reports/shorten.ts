import { type Amendment, DETAIL_FIELDS, parseJsonList, type WireIssue } from "@logbook/domain";

/** The size limit of a page of the list. */
export const PAGE_BYTES = 256 * 1024;

/** Limits for a shortened report, tried in this order: the length of each text, and the number of newest amendments. */
const CUTS = [
  { letters: 2_000, amendments: 10 },
  { letters: 1_000, amendments: 5 },
  { letters: 500, amendments: 3 },
  { letters: 200, amendments: 3 },
  { letters: 80, amendments: 1 },
  { letters: 20, amendments: 0 },
] as const;

interface Cut {
  letters: number;
  amendments: number;
}

/**
 * Shortens the longest reports (JSON), all to the same size, so that all reports together fit into `bytes`. Shortened
 * reports are marked `shortened`; `GET /api/issues/{id}` has the whole report.
 */
export function fitReports(reports: readonly Buffer[], bytes: number): readonly Buffer[] {
  const maxBytes = maxReportBytes(
    reports.map(({ length }) => length),
    bytes,
  );
  return reports.map((json) => (json.length <= maxBytes ? json : shorten(json, maxBytes)));
}

/** The size to which the largest reports have to be shortened so that all fit into `bytes`. */
function maxReportBytes(sizes: readonly number[], bytes: number): number {
  let remainingBytes = bytes;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(remainingBytes / (ascending.length - index));
    if (size > share) return share;
    remainingBytes -= size;
  }
  return Number.POSITIVE_INFINITY;
}

function shorten(json: Buffer, maxBytes: number): Buffer {
  const report = JSON.parse(json.toString()) as WireIssue;
  for (const cut of CUTS) {
    const shortened = Buffer.from(JSON.stringify(cutReport(report, cut)));
    if (shortened.length <= maxBytes) return shortened;
  }
  // The report is still too long because of its web address or the names of its files.
  const empty = cutReport(report, { letters: 0, amendments: 0 });
  return Buffer.from(JSON.stringify({ ...empty, websiteUrl: "", attachments: "[]" }));
}

function cutReport(report: WireIssue, { letters, amendments }: Cut): WireIssue {
  const texts = Object.fromEntries(
    // A shortened address would lead somewhere else.
    DETAIL_FIELDS.filter((field) => field !== "websiteUrl").map((field) => [field, cutText(report[field], letters)]),
  );
  const newest = (parseJsonList(report.amendment) as Amendment[])
    .slice(amendments === 0 ? Number.POSITIVE_INFINITY : -amendments)
    .map((amendment) => ({ ...amendment, text: cutText(amendment.text, letters) }));
  return {
    ...report,
    ...texts,
    description: cutText(report.description, letters),
    amendment: JSON.stringify(newest),
    shortened: true,
  };
}

/** The start of a text; never cuts a surrogate pair. */
function cutText(text: string, letters: number): string {
  if (text.length <= letters) return text;
  return `${text.slice(0, letters).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
