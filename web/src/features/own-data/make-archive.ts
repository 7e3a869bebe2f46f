import {
  type Attachment,
  attachmentName,
  LIMITS,
  type OwnEvent,
  type OwnReport,
  type WireOwnEvents,
} from "@logbook/domain";
import { makeZip } from "client-zip";
import { failureOf } from "../../shared/api/result.ts";
import { callUntilDone, type DownloadTask } from "../../shared/download/run-calls.ts";
import { fetchAttachment } from "../attachments/index.ts";
import { listOwnData, readOwnEvents, readOwnReports } from "./api.ts";

/** A file of the archive. The bytes of one file at a time are in memory. */
interface ArchiveFile {
  name: string;
  input: Blob | string;
}

/** What the archive has; complete once its stream has been read. */
export interface ArchiveContent {
  reports: number;
  files: number;
  /** The names in the archive of files that the logbook no longer has. */
  missingFiles: string[];
}

/** An attachment of one of the user's reports or amendments, and its name in the archive. */
interface OwnFile {
  attachment: Attachment;
  name: string;
}

/** The archive of everything of the user as a stream of bytes, which is made while it is read. */
export function makeArchive(task: DownloadTask) {
  const content: ArchiveContent = { reports: 0, files: 0, missingFiles: [] };
  // The library's streams have plain buffers, which its types do not say.
  const stream = makeZip(archiveFiles(task, content)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return { stream, content };
}

async function* archiveFiles(task: DownloadTask, content: ArchiveContent): AsyncGenerator<ArchiveFile> {
  const { ids, success: _, ...ownData } = await callUntilDone(task, listOwnData);
  const reports = await readAllReports(task, ids);
  const ownFiles: OwnFile[] = [];
  const ownReports = reports.map((report) => {
    const folder = `files/${report.number ?? report.id}`;
    /** Names each file in the archive. `prefix` keeps apart the files of the report and of its amendments. */
    const withFiles = <T extends { attachments?: Attachment[] }>(owner: T, prefix: string): T => {
      if (owner.attachments === undefined) return owner;
      const files = owner.attachments.map((attachment, index) => ({
        attachment,
        name: `${folder}/${prefix}${index + 1}-${attachmentName(attachment.name, attachment.type)}`,
      }));
      ownFiles.push(...files);
      const attachments = files.map(({ attachment, name }) => ({ ...withoutBytes(attachment), file: name }));
      return { ...owner, attachments };
    };
    const amendments = report.amendments.map((amendment, index) => withFiles(amendment, `amendment-${index + 1}-`));
    return { ...("reporter" in report ? withFiles(report, "") : report), amendments };
  });
  content.reports = ownReports.length;
  const events = await readAllEvents(task);
  for (const [index, { attachment, name }] of ownFiles.entries()) {
    task.setProgress({ done: index, total: ownFiles.length, unit: "files" });
    try {
      const input = await callUntilDone(task, (signal) => fetchAttachment(attachment, signal));
      content.files += 1;
      yield { name, input };
    } catch (error) {
      // Any other failure concerns more than this file.
      const status = failureOf(error)?.status;
      if (status !== 404 && status !== 400) throw error;
      content.missingFiles.push(name);
    }
  }
  const { missingFiles } = content;
  const data = { madeAt: new Date().toISOString(), ...ownData, reports: ownReports, events, missingFiles };
  yield { name: "data.json", input: JSON.stringify(data, null, 2) };
}

async function readAllReports(task: DownloadTask, ids: readonly string[]): Promise<OwnReport[]> {
  const reports: OwnReport[] = [];
  for (let done = 0; done < ids.length; ) {
    task.setProgress({ done, total: ids.length, unit: "reports" });
    const wantedIds = ids.slice(done, done + LIMITS.idsPerRequest);
    const part = await callUntilDone(task, (signal) => readOwnReports(wantedIds, signal));
    reports.push(...part.reports);
    done += part.answered;
  }
  return reports;
}

async function readAllEvents(task: DownloadTask): Promise<OwnEvent[]> {
  const events: OwnEvent[] = [];
  let after: string | null = null;
  do {
    const cursor: string | null = after;
    const part: WireOwnEvents = await callUntilDone(task, (signal) => readOwnEvents(cursor, signal));
    events.push(...part.events);
    after = part.next;
  } while (after !== null);
  return events;
}

/** A file that the report itself has as a data URL is in the archive as a file. */
const withoutBytes = ({ data: _, ...attachment }: Attachment) => attachment;
