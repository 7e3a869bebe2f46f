import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import type { Standing } from "./board.ts";
import { type Entry, readArrival } from "./entry.ts";
import { gatherReports } from "./reports.ts";

/*
 * The form of a snapshot: lines of JSON in gzip, whose CRC-32 and length are its checksum. The first line tells the
 * format, the head and how many reports follow, one a line in the list's order, each as the API sends it.
 */

/** Raise it whenever a report's JSON changes: snapshots of another format are left alone. */
const FORMAT = 1;

const headerSchema = z.strictObject({
  format: z.literal(FORMAT),
  head: z.strictObject({ revision: z.number(), lineage: z.string(), readTime: z.number() }),
  reports: z.int(),
});

const CHUNK = 1024 * 1024;
const LINE_END = Buffer.from("\n");

/** Writes a snapshot and ends the sink. Rejects when the sink fails. */
export async function writeSnapshot({ head, reports }: Standing, sink: Writable): Promise<void> {
  const header = JSON.stringify({ format: FORMAT, head, reports: reports.all.length });
  const lines = Readable.from(linesOf(header, reports.all), { objectMode: false });
  await pipeline(lines, createGzip({ level: 1, chunkSize: CHUNK }), sink);
}

function* linesOf(header: string, entries: readonly Entry[]): Generator<Buffer> {
  let pieces: Buffer[] = [Buffer.from(header), LINE_END];
  let bytes = 0;
  for (const { json } of entries) {
    pieces.push(json, LINE_END);
    bytes += json.length;
    if (bytes < CHUNK) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  yield Buffer.concat(pieces);
}

/** Reads a snapshot. Rejects when it is of another format, damaged or cut short. */
export async function readSnapshot(source: Readable): Promise<Standing> {
  let header: z.output<typeof headerSchema> | undefined;
  const gathering = gatherReports();
  await pipeline(source, createGunzip({ chunkSize: CHUNK }), async (chunks: AsyncIterable<Buffer>) => {
    for await (const line of linesIn(chunks)) {
      if (header === undefined) header = headerSchema.parse(JSON.parse(line.toString()));
      else gathering.add(readArrival(line));
    }
  });
  const reports = gathering.finish();
  if (header === undefined || header.reports !== reports.all.length) throw new Error("The snapshot is incomplete.");
  return { head: header.head, reports };
}

/** The lines, where they can be as parts of the chunks, so that these are all the memory that a board's JSON takes. */
async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      const line = chunk.subarray(from, end);
      yield begun.length === 0 ? line : Buffer.concat([...begun, line]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
}
