import { type Amendment, parseJsonList, type WireIssue } from "@logbook/domain";
import { limitText, limitTexts } from "../board/limit-texts.ts";

/** The size limit of a page of the list. */
export const PAGE_BYTES = 256 * 1024;

/** Limits for a shortened report, which are tried in this order. */
const REPORT_LIMITS: readonly ReportLimits[] = [
  { letters: 2_000, amendments: 10 },
  { letters: 1_000, amendments: 5 },
  { letters: 500, amendments: 3 },
  { letters: 200, amendments: 3 },
  { letters: 80, amendments: 1 },
  { letters: 20, amendments: 0 },
];

interface ReportLimits {
  /** The greatest length of each text. */
  letters: number;
  /** The greatest number of amendments; the newest ones are kept. */
  amendments: number;
}

/**
 * Shortens the longest reports, so that all together have at most `totalBytes`. Each report is JSON. A shortened report
 * is marked `shortened`; `GET /api/issues/{id}` has the whole report.
 */
export function shortenReports(reportJsons: readonly Buffer[], totalBytes: number): readonly string[] {
  const sizes = reportJsons.map(({ length }) => length);
  const maxBytes = maxReportBytes(sizes, totalBytes);
  return reportJsons.map((json) => (json.length <= maxBytes ? json.toString() : shortenReport(json, maxBytes)));
}

/** The size to which larger reports must be shortened, so that all have at most `totalBytes`; Infinity if they fit. */
function maxReportBytes(sizes: readonly number[], totalBytes: number): number {
  let remainingBytes = totalBytes;
  // The bytes that smaller reports leave of their share are divided among the larger ones.
  const ascendingSizes = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascendingSizes.entries()) {
    const equalShare = Math.floor(remainingBytes / (ascendingSizes.length - index));
    if (size > equalShare) return equalShare;
    remainingBytes -= size;
  }
  return Number.POSITIVE_INFINITY;
}

function shortenReport(json: Buffer, maxBytes: number): string {
  const report = JSON.parse(json.toString()) as WireIssue;
  for (const limits of REPORT_LIMITS) {
    const shortenedJson = JSON.stringify(limitReport(report, limits));
    if (Buffer.byteLength(shortenedJson) <= maxBytes) return shortenedJson;
  }
  // The report is still too long because of its web address or the names of its files.
  const withoutTexts = limitReport(report, { letters: 0, amendments: 0 });
  return JSON.stringify({ ...withoutTexts, websiteUrl: "", attachments: "[]" });
}

function limitReport(report: WireIssue, { letters, amendments }: ReportLimits): WireIssue {
  const allAmendments = parseJsonList(report.amendment) as Amendment[];
  const newestAmendments = allAmendments.slice(Math.max(0, allAmendments.length - amendments));
  const shortAmendments = newestAmendments.map((amendment) => ({
    ...amendment,
    text: limitText(amendment.text, letters),
  }));
  return {
    ...limitTexts(report, letters),
    amendment: JSON.stringify(shortAmendments),
    shortened: true,
  };
}
