import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync, zstdDecompressSync } from "node:zlib";
import { NO_FILTERS, toWire } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import type { BoardState } from "./board.ts";
import { jsonOf, toEntry } from "./entry.ts";
import { createReports, type Reports } from "./reports.ts";
import { FORMAT, readSnapshot, writeSnapshot } from "./snapshot-format.ts";
import { encodeSection } from "./snapshot-sections.ts";

const head = { revision: 7, lineage: "first", readTime: 1_700_000_000_000 };
// The job that saves snapshots passes a head with more fields than a snapshot stores.
const storedHead: StoredBoardHead = { ...head, lastNumber: 0, move: null };
const stateOf = (issues: Parameters<typeof toEntry>[0][]): BoardState => ({
  head: storedHead,
  reports: createReports(issues.map((issue, index) => toEntry(issue, 1_760_000_000_000_001 + index))),
});

async function write(state: BoardState): Promise<Buffer> {
  const sink = new PassThrough();
  const [bytes] = await Promise.all([buffer(sink), writeSnapshot(state, sink)]);
  return bytes;
}

const read = (bytes: Uint8Array) => readSnapshot(Readable.from([bytes], { objectMode: false }));

/** All entries, each with its JSON instead of the JSON's position in the buffer. */
const entriesOf = ({ all }: Reports) =>
  all.map((entry) => {
    const { jsonBuffer: _, jsonStart: _start, jsonEnd: _end, ...fields } = entry;
    return { ...fields, json: jsonOf(entry).toString() };
  });

/** The bytes before each section: its compressed and its uncompressed length. */
const LENGTHS_BYTES = 8;

/** The decompressed sections of a snapshot. */
function decompress(bytes: Buffer): string[] {
  const sections: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = start + LENGTHS_BYTES + bytes.readUInt32LE(start);
    sections.push(zstdDecompressSync(bytes.subarray(start + LENGTHS_BYTES, end)).toString());
    start = end;
  }
  return sections;
}

const compress = async (...sections: string[]): Promise<Buffer> =>
  Buffer.concat(await Promise.all(sections.map((section) => encodeSection(Buffer.from(section)))));

// These reports fill more than one block, and a block is longer than the chunks in which the snapshot is read.
const manyReports = () =>
  stateOf(fc.sample(anyIssue, 3000).map((issue) => ({ ...issue, howItWorks: "so – 😀\n".repeat(200) })));

describe("a snapshot of the board", () => {
  it("is read as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), async (issues) => {
        const state = stateOf(issues);
        const { head: readHead, reports } = await read(await write(state));
        expect(readHead).toEqual(head);
        expect(entriesOf(reports)).toEqual(entriesOf(state.reports));
        expect(reports.stats).toEqual(state.reports.stats);
        expect([...reports.searchTexts()].map(String)).toEqual([...state.reports.searchTexts()].map(String));
      }),
      { numRuns: 30 },
    );
    const state = manyReports();
    const bytes = await write(state);
    expect(decompress(bytes).length).toBeGreaterThan(1 + 3);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 9999) }, (_, index) =>
      bytes.subarray(index * 9999, (index + 1) * 9999),
    );
    const { reports } = await readSnapshot(Readable.from(chunks, { objectMode: false }));
    expect(entriesOf(reports)).toEqual(entriesOf(state.reports));
    for (const search of ["login", "ada", "so –"]) {
      const filters = { ...NO_FILTERS, search };
      expect(reports.select(filters).map(({ id }) => id)).toEqual(state.reports.select(filters).map(({ id }) => id));
    }
  });

  it("is refused if a bit has changed or the end is missing", async () => {
    const bytes = await write(manyReports());
    const half = Math.floor(bytes.length / 2);
    for (const index of [0, 2, 4, 6, 20, 100, half, bytes.length - 6]) {
      const damaged = Buffer.from(bytes);
      damaged[index]! ^= 1;
      await expect(read(damaged), `byte ${index}`).rejects.toThrow();
    }
    for (const length of [0, 10, half, bytes.length - 1])
      await expect(read(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow();
  });

  it("contains the changes that the board got after it had read all reports", async () => {
    const [old, changed, removed, added] = fc
      .sample(fc.uniqueArray(anyIssue, { selector: ({ id }) => id, minLength: 4, maxLength: 4 }), 1)
      .flat();
    const state = stateOf([old!, changed!, removed!]);
    const changedState = {
      head,
      reports: state.reports.withChanges({
        changed: [{ ...changed!, title: "Ümläute überall" }, added!].map((issue) => toEntry(issue, 2)),
        deleted: new Set([removed!.id]),
      }),
    };
    const { reports } = await read(await write(changedState));
    expect(entriesOf(reports)).toEqual(entriesOf(changedState.reports));
    const found = reports.select({ ...NO_FILTERS, search: "ÜMLÄUTE ÜBERALL" });
    expect(found.map(({ id }) => id)).toEqual([changed!.id]);
  });

  it("is refused if it has too few or too many reports or another format, or is no snapshot at all", async () => {
    const [header, ...block] = decompress(await write(stateOf(fc.sample(anyIssue, 5))));
    const [columns, texts, jsons] = block as [string, string, string];
    const changedHeader = (name: string, from: number, to: number) =>
      header!.replace(`"${name}":${from}`, `"${name}":${to}`);
    expect((await read(await compress(header!, ...block))).reports.all).toHaveLength(5);
    await expect(read(await compress(changedHeader("reports", 5, 6), ...block))).rejects.toThrow("incomplete");
    await expect(read(await compress(changedHeader("reports", 5, 4), ...block))).rejects.toThrow(
      "does not match its header",
    );
    await expect(read(await compress(header!, columns, texts))).rejects.toThrow("incomplete");
    await expect(read(await compress(header!))).rejects.toThrow("incomplete");
    await expect(read(await compress(header!, ...block, "{}"))).rejects.toThrow("incomplete");
    await expect(read(await compress(header!, ...block, ...block))).rejects.toThrow("does not match its header");
    await expect(read(await compress(changedHeader("format", FORMAT, FORMAT - 1), ...block))).rejects.toThrow();
    await expect(read(await compress(header!, "{}", texts, jsons))).rejects.toThrow();
    await expect(read(await compress(header!, columns, `${texts}x`, jsons))).rejects.toThrow("damaged");
    await expect(read(await compress(header!, columns, texts, jsons.slice(1)))).rejects.toThrow("damaged");
    await expect(read(await compress("hello"))).rejects.toThrow();
    await expect(read(Buffer.from("hello, this is something else"))).rejects.toThrow("not made of sections");
    await expect(encodeSection(Buffer.alloc(64 * 1024 * 1024 + 1))).rejects.toThrow(RangeError);
    await expect(read(gzipSync("as format 2 was"))).rejects.toThrow();
  });

  it("has a new format when the fields of a report change", async () => {
    const [issue] = fc.sample(anyIssue, { numRuns: 1, seed: 1 });
    const [header] = decompress(await write(stateOf([issue!])));
    // If the fields have changed, raise FORMAT in snapshot-format.ts, then update both here.
    expect({ format: JSON.parse(header!).format, report: Object.keys(toWire(issue!)).sort() }).toEqual({
      format: 8,
      report: [
        "actualResult",
        "amendment",
        "attachments",
        "createdAt",
        "description",
        "environmentInfo",
        "expectedResult",
        "howItWorks",
        "id",
        "number",
        "priority",
        "problemItSolves",
        "reproductionSteps",
        "status",
        "title",
        "type",
        "updatedAt",
        "user",
        "votes",
        "websiteUrl",
      ],
    });
  });
});
