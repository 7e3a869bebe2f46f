import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { toWire } from "@logbook/domain";
import type { BoardHead } from "../firestore/board-head.ts";
import { parseStoredReport } from "../firestore/stored-report.ts";
import type { BoardState } from "./board.ts";
import { type Entry, jsonOf } from "./entry.ts";
import { joinChunks } from "./join-chunks.ts";
import { type Reports, reportsOf } from "./reports.ts";
import { searchTextsFromBytes } from "./search-texts.ts";

/*
 * The format of a snapshot: the length of the index (32 bits), the index (JSON), then the search texts and the JSON of
 * all reports, in the list's order; all compressed with Zstandard, with a checksum. The index has the fields of the
 * reports in columns. So a reader need not parse each report's JSON and fold its search text, which would take four
 * seconds for 100,000 reports.
 */

const COLUMNS = [
  "id",
  "number",
  "type",
  "status",
  "priority",
  "area",
  "reporter",
  "createdAt",
  "updatedAt",
  "isUnanswered",
  "turn",
  "unfixed",
  "asksIfFixed",
  "assignee",
  "votes",
  "duplicateOf",
  "voters",
  "sightings",
  "fixAnswers",
  "version",
] as const satisfies (keyof Entry)[];

/** Raise this number whenever the values of a report's JSON, the folding of texts or this file's format change. */
const VERSION = 14;

/** The version with the names of the columns and of a report's fields. Snapshots of another format are ignored. */
export const SNAPSHOT_FORMAT = [VERSION, ...COLUMNS, ...Object.keys(toWire(parseStoredReport("", {}).issue))].join(" ");

interface Index {
  format: string;
  head: BoardHead;
  /** The fields of the reports, one list for each field. */
  columns: { [Name in (typeof COLUMNS)[number]]: Entry[Name][] };
  /** The lengths of the reports' texts and of their JSON. */
  textBytes: number[];
  jsonBytes: number[];
}

const INDEX_LENGTH_BYTES = 4;
// Larger chunks than Node's 16 KB, because each chunk costs a round trip to a background thread.
const CHUNK_BYTES = 1024 * 1024;

/** Writes a snapshot and ends the sink. Rejects if the sink fails. */
export async function writeSnapshot({ head, reports }: BoardState, sink: Writable): Promise<void> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  await pipeline(joinChunks(chunksOf(head, reports)), compress, sink);
}

function* chunksOf({ revision, lineage, readTime }: BoardHead, reports: Reports): Generator<Buffer> {
  const { all } = reports;
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, all.map((entry) => entry[name])]));
  const index = Buffer.from(
    JSON.stringify({
      format: SNAPSHOT_FORMAT,
      head: { revision, lineage, readTime },
      columns: columns as Index["columns"],
      textBytes: Array.from(reports.searchTexts(), ({ length }) => length),
      jsonBytes: all.map(({ jsonStart, jsonEnd }) => jsonEnd - jsonStart),
    } satisfies Index),
  );
  const length = Buffer.alloc(INDEX_LENGTH_BYTES);
  length.writeUInt32LE(index.length);
  yield length;
  yield index;
  yield* reports.searchTexts();
  for (const entry of all) yield jsonOf(entry);
}

/** Reads a snapshot. Rejects if the snapshot has another format, is damaged or is incomplete. */
export function readSnapshot(source: Readable): Promise<BoardState> {
  const decompress = createZstdDecompress({ chunkSize: CHUNK_BYTES });
  return pipeline(source, decompress, async (chunks: AsyncIterable<Buffer>) => {
    const reader = createByteReader(chunks);
    const indexLength = (await reader.read(INDEX_LENGTH_BYTES)).readUInt32LE();
    const index = JSON.parse((await reader.read(indexLength)).toString()) as Index;
    if (index.format !== SNAPSHOT_FORMAT) throw new Error("The snapshot has another format.");
    const texts = await reader.read(sum(index.textBytes));
    const entries = createEntries(index, await reader.read(sum(index.jsonBytes)));
    await reader.expectEnd();
    return { head: index.head, reports: reportsOf(searchTextsFromBytes(texts, index.textBytes, entries)) };
  });
}

function createEntries({ columns, jsonBytes }: Index, jsonBuffer: Buffer): Entry[] {
  let jsonEnd = 0;
  return jsonBytes.map((length, index) => {
    const jsonStart = jsonEnd;
    jsonEnd += length;
    return {
      id: columns.id[index]!,
      number: columns.number[index]!,
      type: columns.type[index]!,
      status: columns.status[index]!,
      priority: columns.priority[index]!,
      area: columns.area[index]!,
      reporter: columns.reporter[index]!,
      createdAt: columns.createdAt[index]!,
      updatedAt: columns.updatedAt[index]!,
      isUnanswered: columns.isUnanswered[index]!,
      turn: columns.turn[index] ?? null,
      unfixed: columns.unfixed[index]!,
      asksIfFixed: columns.asksIfFixed[index]!,
      assignee: columns.assignee[index]!,
      votes: columns.votes[index]!,
      duplicateOf: columns.duplicateOf[index] ?? null,
      voters: columns.voters[index] ?? null,
      sightings: columns.sightings[index] ?? null,
      fixAnswers: columns.fixAnswers[index] ?? null,
      version: columns.version[index]!,
      jsonBuffer,
      jsonStart,
      jsonEnd,
    };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Reads a stream as pieces of given lengths. */
function createByteReader(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let chunk: Buffer = Buffer.alloc(0);

  return {
    /** The next `count` bytes, in a buffer of their own. Rejects if too few bytes are left. */
    async read(count: number): Promise<Buffer> {
      const bytes = Buffer.allocUnsafeSlow(count);
      let filled = 0;
      while (filled < count) {
        if (chunk.length === 0) {
          const result = await iterator.next();
          if (result.done) throw new Error("The snapshot is incomplete.");
          chunk = result.value;
        }
        const copied = chunk.copy(bytes, filled);
        chunk = chunk.subarray(copied);
        filled += copied;
      }
      return bytes;
    },

    /** Rejects if bytes are left, or if the stream is damaged: its checksum comes last. */
    async expectEnd(): Promise<void> {
      if (chunk.length > 0 || !(await iterator.next()).done) throw new Error("The snapshot does not match its index.");
    },
  };
}
