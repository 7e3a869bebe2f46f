import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import type { Standing } from "./board.ts";
import { type PieceReader, pieceReader } from "./byte-reader.ts";
import { type Entry, jsonOf } from "./entry.ts";
import { gatherReports, type Reports } from "./reports.ts";
import { TEXT_END } from "./search-texts.ts";
import { frameOf, release, takeFrame, unpackFrame } from "./snapshot-sections.ts";

/*
 * The form of a snapshot: frames (frames.ts). The first is JSON with the format, the head and what follows; then come
 * blocks of reports in the list's order. A block has three frames: columns in JSON with what the board sorts and filters
 * by, the texts that searches look through, each with its end, and the reports as the API sends them, without anything
 * between. So nothing of a report has to be parsed or folded again: at 100,000 reports that would take four seconds.
 */

/** Raise it whenever a report's JSON, a column or the folding of texts changes: snapshots of another format are left alone. */
export const FORMAT = 6;

const headerSchema = z.strictObject({
  format: z.literal(FORMAT),
  head: z.strictObject({ revision: z.number(), lineage: z.string(), readTime: z.number() }),
  reports: z.int(),
  /** Of all reports together. */
  jsonBytes: z.int(),
});

type Header = z.output<typeof headerSchema>;

/**
 * Of each report of a block what the board sorts and filters it by, its document's version, and how many bytes its text
 * and its JSON have.
 */
interface Columns extends Record<"id" | "createdAt", string[]> {
  type: Entry["type"][];
  status: Entry["status"][];
  priority: Entry["priority"][];
  version: Entry["version"][];
  textBytes: number[];
  jsonBytes: number[];
}

/** From so many bytes of JSON on a block ends. */
const BLOCK_BYTES = 4 * 1024 * 1024;
// So many wait to be unpacked or are, while one is read.
const BLOCKS_AHEAD = 2;
const END = Buffer.from(TEXT_END);

/** Writes a snapshot and ends the sink. Rejects when the sink fails. */
export async function writeSnapshot({ head, reports }: Standing, sink: Writable): Promise<void> {
  let jsonBytes = 0;
  for (const { from, to } of reports.all) jsonBytes += to - from;
  const { revision, lineage, readTime } = head;
  const header: Header = {
    format: FORMAT,
    head: { revision, lineage, readTime },
    reports: reports.all.length,
    jsonBytes,
  };
  await pipeline(Readable.from(framesOf(header, reports), { objectMode: false }), sink);
}

async function* framesOf(header: Header, reports: Reports): AsyncGenerator<Buffer> {
  yield await frameOf(Buffer.from(JSON.stringify(header)));
  for (const { columns, texts, jsons } of blocksOf(reports)) {
    yield await frameOf(Buffer.from(JSON.stringify(columns)));
    yield await frameOf(Buffer.concat(texts));
    yield await frameOf(Buffer.concat(jsons));
  }
}

function* blocksOf(reports: Reports) {
  const texted = reports.searchTexts()[Symbol.iterator]();
  let block = emptyBlock();
  let bytes = 0;
  for (const entry of reports.all) {
    const { columns, texts, jsons } = block;
    const text = texted.next().value as Buffer;
    const json = jsonOf(entry);
    for (const name of ["id", "type", "status", "priority", "createdAt", "version"] as const)
      (columns[name] as (string | number)[]).push(entry[name]);
    columns.textBytes.push(text.length);
    columns.jsonBytes.push(json.length);
    texts.push(text, END);
    jsons.push(json);
    bytes += json.length;
    if (bytes < BLOCK_BYTES) continue;
    yield block;
    block = emptyBlock();
    bytes = 0;
  }
  if (bytes > 0) yield block;
}

const emptyBlock = () => ({
  columns: {
    id: [],
    type: [],
    status: [],
    priority: [],
    createdAt: [],
    version: [],
    textBytes: [],
    jsonBytes: [],
  } as Columns,
  texts: [] as Buffer[],
  jsons: [] as Buffer[],
});

/** Reads a snapshot. Rejects when it is of another format, damaged or cut short. */
export async function readSnapshot(source: Readable): Promise<Standing> {
  let standing: Standing | undefined;
  await pipeline(source, async (chunks: AsyncIterable<Buffer>) => {
    const pieces = pieceReader(chunks);
    const header = headerSchema.parse(jsonOfFrame(await unpackFrame(await takeFrame(pieces))));
    standing = { head: header.head, reports: await readBlocks(pieces, header) };
  });
  return standing!;
}

async function readBlocks(pieces: PieceReader, { reports, jsonBytes }: Header): Promise<Reports> {
  const gathering = gatherReports();
  // All in one buffer, to begin with: the more of them come one by one, the more often the garbage collector runs.
  const jsons = Buffer.allocUnsafeSlow(jsonBytes);
  let from = 0;
  let left = reports;

  async function take(block: Promise<BlockBytes>): Promise<void> {
    const [columns, texts, ofBlock] = await block;
    const { owners, starts, to } = entriesOf(jsonOfFrame(columns) as Columns, jsons, from);
    if (starts.at(-1) !== texts.length || to - from !== ofBlock.length) throw new Error("The snapshot is damaged.");
    ofBlock.copy(jsons, from);
    gathering.addBlock(owners, texts, starts);
    for (const bytes of [columns, texts, ofBlock]) release(bytes);
    from = to;
    left -= owners.length;
  }

  const ahead: Promise<BlockBytes>[] = [];
  while (!(await pieces.ended())) {
    const frames = [await takeFrame(pieces), await takeFrame(pieces), await takeFrame(pieces)];
    const block = Promise.all(frames.map(unpackFrame)) as Promise<BlockBytes>;
    // It may fail before its turn comes.
    block.catch(() => undefined);
    ahead.push(block);
    if (ahead.length > BLOCKS_AHEAD) await take(ahead.shift()!);
  }
  for (const block of ahead) await take(block);
  if (left > 0) throw new Error("The snapshot is incomplete.");
  if (left < 0 || from !== jsonBytes) throw new Error("The snapshot has not what it says.");
  return gathering.finish();
}

type BlockBytes = [columns: Buffer, texts: Buffer, jsons: Buffer];

const jsonOfFrame = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

/** The entries of a block, whose JSONs stand in `jsons` from `from` on, and where each of its texts begins. */
function entriesOf(columns: Columns, jsons: Buffer, from: number) {
  const { id, type, status, priority, createdAt, version, textBytes, jsonBytes } = columns;
  const starts = new Uint32Array(id.length + 1);
  const owners: Entry[] = [];
  let to = from;
  for (let at = 0; at < id.length; at += 1) {
    starts[at + 1] = starts[at]! + textBytes[at]! + END.length;
    const begins = to;
    to += jsonBytes[at]!;
    owners.push({
      id: id[at]!,
      type: type[at]!,
      status: status[at]!,
      priority: priority[at]!,
      createdAt: createdAt[at]!,
      version: version[at]!,
      jsons,
      from: begins,
      to,
    });
  }
  return { owners, starts, to };
}
