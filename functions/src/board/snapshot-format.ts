import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import type { BoardState } from "./board.ts";
import { type ByteReader, createByteReader } from "./byte-reader.ts";
import { type Entry, jsonOf } from "./entry.ts";
import { createReportsBuilder, type Reports } from "./reports.ts";
import { TEXT_END } from "./search-texts.ts";
import { decompressSection, encodeSection, freeMemory, readSection } from "./snapshot-sections.ts";

/*
 * A snapshot is a sequence of sections: a JSON header, then blocks of reports in the list's order. A block has three
 * sections: the fields of its reports in columns (JSON), their search texts, and their JSON. So a reader need not parse
 * each report's JSON and fold its search text, which would take four seconds for 100,000 reports.
 */

/**
 * Raise this number whenever a report's JSON, a column or the folding of texts changes. Snapshots with another number
 * are ignored.
 */
export const FORMAT = 8;

const headerSchema = z.strictObject({
  format: z.literal(FORMAT),
  head: z.strictObject({ revision: z.number(), lineage: z.string(), readTime: z.number() }),
  /** The number of all reports. */
  reports: z.int(),
  /** The size of the JSON of all reports together. */
  jsonBytes: z.int(),
});

type Header = z.output<typeof headerSchema>;

const COLUMNS = [
  "id",
  "number",
  "type",
  "status",
  "priority",
  "createdAt",
  "updatedAt",
  "isUnanswered",
  "votes",
  "version",
] as const satisfies (keyof Entry)[];

/** The fields of a block's reports, one list for each field, and the lengths of their texts and JSON. */
type Columns = { [Name in (typeof COLUMNS)[number]]: Entry[Name][] } & { textBytes: number[]; jsonBytes: number[] };

/** A block ends once the JSON of its reports has this many bytes or more. */
const BLOCK_BYTES = 4 * 1024 * 1024;
// The number of blocks that are decompressed in the background while another block is added.
const BLOCKS_AHEAD = 2;
const END_MARKER = Buffer.from(TEXT_END);

/** Writes a snapshot and ends the sink. Rejects if the sink fails. */
export async function writeSnapshot({ head, reports }: BoardState, sink: Writable): Promise<void> {
  let jsonBytes = 0;
  for (const { jsonStart, jsonEnd } of reports.all) jsonBytes += jsonEnd - jsonStart;
  const { revision, lineage, readTime } = head;
  const header: Header = {
    format: FORMAT,
    head: { revision, lineage, readTime },
    reports: reports.all.length,
    jsonBytes,
  };
  await pipeline(Readable.from(sectionsOf(header, reports), { objectMode: false }), sink);
}

async function* sectionsOf(header: Header, reports: Reports): AsyncGenerator<Buffer> {
  yield await encodeSection(Buffer.from(JSON.stringify(header)));
  for (const { columns, texts, jsons } of blocksOf(reports)) {
    yield await encodeSection(Buffer.from(JSON.stringify(columns)));
    yield await encodeSection(Buffer.concat(texts));
    yield await encodeSection(Buffer.concat(jsons));
  }
}

function* blocksOf(reports: Reports) {
  const searchTexts = reports.searchTexts()[Symbol.iterator]();
  let block = createBlock();
  let jsonBytes = 0;
  for (const entry of reports.all) {
    const { columns, texts, jsons } = block;
    const text = searchTexts.next().value as Buffer;
    const json = jsonOf(entry);
    for (const name of COLUMNS) (columns[name] as Entry[typeof name][]).push(entry[name]);
    columns.textBytes.push(text.length);
    columns.jsonBytes.push(json.length);
    texts.push(text, END_MARKER);
    jsons.push(json);
    jsonBytes += json.length;
    if (jsonBytes < BLOCK_BYTES) continue;
    yield block;
    block = createBlock();
    jsonBytes = 0;
  }
  if (jsonBytes > 0) yield block;
}

const createBlock = () => ({
  columns: Object.fromEntries([...COLUMNS, "textBytes", "jsonBytes"].map((name) => [name, []])) as unknown as Columns,
  texts: [] as Buffer[],
  jsons: [] as Buffer[],
});

/** Reads a snapshot. Rejects if the snapshot has another format, is damaged or is incomplete. */
export async function readSnapshot(source: Readable): Promise<BoardState> {
  let state: BoardState | undefined;
  await pipeline(source, async (chunks: AsyncIterable<Buffer>) => {
    const reader = createByteReader(chunks);
    const header = headerSchema.parse(parseJson(await decompressSection(await readSection(reader))));
    state = { head: header.head, reports: await readBlocks(reader, header) };
  });
  return state!;
}

async function readBlocks(reader: ByteReader, { reports: reportCount, jsonBytes }: Header): Promise<Reports> {
  const builder = createReportsBuilder();
  // One buffer for all blocks, allocated at the start, because each allocation can start a garbage collection.
  const jsonBuffer = Buffer.allocUnsafeSlow(jsonBytes);
  let jsonStart = 0;
  let remainingReports = reportCount;

  async function addBlock(block: Promise<BlockSections>): Promise<void> {
    const [columns, texts, jsons] = await block;
    const { entries, textOffsets, jsonEnd } = createEntries(parseJson(columns) as Columns, jsonBuffer, jsonStart);
    if (textOffsets.at(-1) !== texts.length || jsonEnd - jsonStart !== jsons.length)
      throw new Error("The snapshot is damaged.");
    jsons.copy(jsonBuffer, jsonStart);
    builder.addBlock(entries, texts, textOffsets);
    // All three have been copied or parsed above, so nothing reads these buffers any more.
    for (const bytes of [columns, texts, jsons]) freeMemory(bytes);
    jsonStart = jsonEnd;
    remainingReports -= entries.length;
  }

  const pendingBlocks: Promise<BlockSections>[] = [];
  while (!(await reader.isAtEnd())) {
    const sections = [await readSection(reader), await readSection(reader), await readSection(reader)];
    const block = Promise.all(sections.map(decompressSection)) as Promise<BlockSections>;
    // The block may reject before addBlock() awaits it, and an unhandled rejection would end the process.
    block.catch(() => undefined);
    pendingBlocks.push(block);
    if (pendingBlocks.length > BLOCKS_AHEAD) await addBlock(pendingBlocks.shift()!);
  }
  for (const block of pendingBlocks) await addBlock(block);
  if (remainingReports > 0) throw new Error("The snapshot is incomplete.");
  if (remainingReports < 0 || jsonStart !== jsonBytes) throw new Error("The snapshot does not match its header.");
  return builder.build();
}

type BlockSections = [columns: Buffer, texts: Buffer, jsons: Buffer];

const parseJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

/** The entries of a block whose JSON starts at `start` in `jsonBuffer`, and the offsets of the block's texts. */
function createEntries(columns: Columns, jsonBuffer: Buffer, start: number) {
  const textOffsets = new Uint32Array(columns.id.length + 1);
  const entries: Entry[] = [];
  let jsonEnd = start;
  for (let index = 0; index < columns.id.length; index += 1) {
    textOffsets[index + 1] = textOffsets[index]! + columns.textBytes[index]! + END_MARKER.length;
    const jsonStart = jsonEnd;
    jsonEnd += columns.jsonBytes[index]!;
    entries.push({
      id: columns.id[index]!,
      number: columns.number[index]!,
      type: columns.type[index]!,
      status: columns.status[index]!,
      priority: columns.priority[index]!,
      createdAt: columns.createdAt[index]!,
      updatedAt: columns.updatedAt[index]!,
      isUnanswered: columns.isUnanswered[index]!,
      votes: columns.votes[index]!,
      version: columns.version[index]!,
      jsonBuffer,
      jsonStart,
      jsonEnd,
    });
  }
  return { entries, textOffsets, jsonEnd };
}
