import { formatCount, type Issue, LIMITS, type WireExport, type WireExportPart } from "@logbook/domain";
import { saveBlob } from "../../shared/browser/save-blob.ts";
import { callUntilDone, type DownloadTask } from "../../shared/download/run-calls.ts";
import type { ListView } from "../list/index.ts";
import { readExportPart, startExport } from "./api.ts";
import { CSV_START, toCsvRow } from "./columns.ts";

/** What a file of a format has before the first report, for each report, and after the last one. */
interface Format {
  type: string;
  start: (start: WireExport) => string;
  report: (issue: Issue, index: number) => string;
  end: (changes: Changes) => string;
}

/** The ids of the reports that are no longer as they were when the export began. */
type Changes = Pick<WireExportPart, "missing" | "changed">;

export const FORMATS = {
  csv: { type: "text/csv;charset=utf-8", start: () => CSV_START, report: toCsvRow, end: () => "" },
  json: {
    type: "application/json",
    start: ({ asOf, revision, total }) =>
      `{"asOf":${JSON.stringify(asOf)},"revision":${revision},"total":${total},"reports":[`,
    report: (issue, index) => `${index === 0 ? "" : ","}\n${JSON.stringify(issue)}`,
    end: ({ missing, changed }) => `\n],"missing":${JSON.stringify(missing)},"changed":${JSON.stringify(changed)}}\n`,
  },
} satisfies Record<string, Format>;
export type FormatName = keyof typeof FORMATS;

/**
 * Saves all reports of a list as a file. The parts are blobs, which browsers move to the disk, so that 100,000 reports
 * fit. Returns a sentence that says how many reports the file has, and what has changed meanwhile.
 */
export async function exportList(view: ListView, formatName: FormatName, task: DownloadTask): Promise<string> {
  const format: Format = FORMATS[formatName];
  const start = await callUntilDone(task, (signal) => startExport(view, signal));
  const { ids, asOf, total } = start;
  const since = asOf ?? new Date(0).toISOString();
  const areaNames = new Map(start.areas?.map(({ id, name }) => [id, name]));
  const parts: BlobPart[] = [format.start(start)];
  const changes: Changes = { missing: [], changed: [] };
  let count = 0;
  for (let done = 0; done < ids.length; ) {
    task.setProgress({ done, total: ids.length, unit: "reports" });
    const wantedIds = ids.slice(done, done + LIMITS.idsPerRequest);
    const part = await callUntilDone(task, (signal) => readExportPart(wantedIds, since, signal));
    const texts = part.reports.map((issue, index) =>
      format.report({ ...issue, area: areaNames.get(issue.area) ?? "" }, count + index),
    );
    parts.push(new Blob(texts));
    count += part.reports.length;
    changes.missing.push(...part.missing);
    changes.changed.push(...part.changed);
    done += part.answered;
  }
  parts.push(format.end(changes));
  saveBlob(new Blob(parts, { type: format.type }), `logbook-reports-${since.slice(0, 10)}.${formatName}`);
  return summaryOf(count, total - ids.length, changes);
}

function summaryOf(count: number, leftOut: number, { missing, changed }: Changes): string {
  const reports = (number: number) => (number === 1 ? "1 report" : `${formatCount(number)} reports`);
  const sentences = [`The file has ${reports(count)}.`];
  if (leftOut > 0) sentences.push(`${reports(leftOut)} more did not fit: please filter the list.`);
  if (missing.length > 0) sentences.push(`${reports(missing.length)} ${wasOrWere(missing)} deleted meanwhile.`);
  if (changed.length > 0)
    sentences.push(`${reports(changed.length)} ${wasOrWere(changed)} changed meanwhile; the file has the later text.`);
  return sentences.join(" ");
}

const wasOrWere = ({ length }: readonly string[]): string => (length === 1 ? "was" : "were");
