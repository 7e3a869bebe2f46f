import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type Issue, NO_FILTERS, toWire } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import type { BoardState } from "./board.ts";
import { jsonOf, toEntry } from "./entry.ts";
import { createReports, type Reports } from "./reports.ts";
import { readSnapshot, SNAPSHOT_FORMAT, writeSnapshot } from "./snapshot-format.ts";

// Versions are in microseconds since 1970.
const FIRST_VERSION = 1_760_000_000_000_001;
const head = { revision: 7, lineage: "first", readTime: 1_700_000_000_000 };
// The job that saves snapshots passes the whole head of `boards/main`. A snapshot stores only the three fields above,
// not the last report's number and not `move`, the last write of a report (here: none).
const storedHead: StoredBoardHead = { ...head, lastNumber: 0, pinned: [], move: null };
const createState = (issues: readonly Issue[]): BoardState => ({
  head: storedHead,
  reports: createReports(
    issues.map((issue, index) => {
      const isDuplicate = index % 3 === 1;
      const stored = isDuplicate ? { ...issue, duplicateOf: { id: "another", since: issue.createdAt } } : issue;
      return toEntry(stored, FIRST_VERSION + index, {
        voters: isDuplicate ? ["u1", `u${index}`] : null,
        sightings: index % 4 === 1 ? { u1: { on: "Safari on iOS", at: issue.createdAt } } : null,
        fixAnswers: index % 4 === 2 ? { u1: { fixed: false, at: issue.createdAt } } : null,
      });
    }),
  ),
});

async function writeToBuffer(state: BoardState): Promise<Buffer> {
  const sink = new PassThrough();
  const [bytes] = await Promise.all([buffer(sink), writeSnapshot(state, sink)]);
  return bytes;
}

const readFromBuffer = (bytes: Uint8Array) => readSnapshot(Readable.from([bytes], { objectMode: false }));

/** All entries, each with its JSON instead of the JSON's position in the buffer. */
const entriesWithJson = ({ all }: Reports) =>
  all.map((entry) => {
    const { jsonBuffer: _, jsonStart: _start, jsonEnd: _end, ...fields } = entry;
    return { ...fields, json: jsonOf(entry).toString() };
  });

// A snapshot begins with the length of its index.
const INDEX_LENGTH_BYTES = 4;

/** The index of a snapshot, and the bytes behind it. */
function decompress(snapshot: Buffer) {
  const bytes = zstdDecompressSync(snapshot);
  const indexEnd = INDEX_LENGTH_BYTES + bytes.readUInt32LE();
  const indexJson = bytes.subarray(INDEX_LENGTH_BYTES, indexEnd).toString();
  return { index: JSON.parse(indexJson), rest: bytes.subarray(indexEnd) };
}

/** Reads a snapshot that has this index and these bytes behind it. */
async function readParts(index: object, rest: Buffer): Promise<BoardState> {
  const json = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(INDEX_LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return await readFromBuffer(zstdCompressSync(Buffer.concat([length, json, rest])));
}

// These reports fill several chunks of the compressed and of the decompressed snapshot.
const createLargeState = () =>
  createState(fc.sample(anyIssue, 3000).map((issue) => ({ ...issue, howItWorks: "so – 😀\n".repeat(200) })));

describe("a snapshot of the board", () => {
  it("gives the same reports, search texts and statistics when it is read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), async (issues) => {
        const state = createState(issues);
        const readState = await readFromBuffer(await writeToBuffer(state));
        const { reports } = readState;
        expect(readState.head).toEqual(head);
        expect(entriesWithJson(reports)).toEqual(entriesWithJson(state.reports));
        expect(reports.stats).toEqual(state.reports.stats);
        expect([...reports.searchTexts()].map(String)).toEqual([...state.reports.searchTexts()].map(String));
      }),
      { numRuns: 30 },
    );
    const state = createLargeState();
    const bytes = await writeToBuffer(state);
    const chunkBytes = 9999;
    const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
      bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
    );
    const { reports } = await readSnapshot(Readable.from(chunks, { objectMode: false }));
    expect(entriesWithJson(reports)).toEqual(entriesWithJson(state.reports));
    for (const search of ["login", "ada", "so –"]) {
      const filters = { ...NO_FILTERS, search };
      expect(reports.select(filters).map(({ id }) => id)).toEqual(state.reports.select(filters).map(({ id }) => id));
    }
  });

  it("is refused if a bit has changed or the end is missing", async () => {
    const bytes = await writeToBuffer(createLargeState());
    const half = Math.floor(bytes.length / 2);
    const quarter = Math.floor(bytes.length / 4);
    // The bytes just after the first four are left out: some of their bits have no effect. The checksum is at the end.
    for (const index of [0, 2, quarter, half, bytes.length - quarter, bytes.length - 6, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[index]! ^= 1;
      await expect(readFromBuffer(damaged), `byte ${index}`).rejects.toThrow();
    }
    for (const length of [0, 10, half, bytes.length - 1])
      await expect(readFromBuffer(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow();
  });

  it("contains the reports that withChanges() changed and added, and none that it removed", async () => {
    const [unchanged, changed, removed, added] = fc
      .sample(fc.uniqueArray(anyIssue, { selector: ({ id }) => id, minLength: 4, maxLength: 4 }), 1)
      .flat();
    const state = createState([unchanged!, changed!, removed!]);
    const changedState = {
      head,
      reports: state.reports.withChanges({
        changed: [{ ...changed!, title: "Ümläute überall" }, added!].map((issue) => toEntry(issue, 2)),
        deleted: new Set([removed!.id]),
      }),
    };
    const { reports } = await readFromBuffer(await writeToBuffer(changedState));
    expect(entriesWithJson(reports)).toEqual(entriesWithJson(changedState.reports));
    const found = reports.select({ ...NO_FILTERS, search: "ÜMLÄUTE ÜBERALL" });
    expect(found.map(({ id }) => id)).toEqual([changed!.id]);
  });

  it("is refused if it does not match its index, has another format, or is no snapshot", async () => {
    const { index, rest } = decompress(await writeToBuffer(createState(fc.sample(anyIssue, 5))));
    const longerFirst = (lengths: number[]) => [lengths[0]! + 1, ...lengths.slice(1)];
    expect((await readParts(index, rest)).reports.all).toHaveLength(5);
    await expect(readParts(index, rest.subarray(1))).rejects.toThrow("incomplete");
    await expect(readParts(index, Buffer.alloc(0))).rejects.toThrow("incomplete");
    await expect(readParts({ ...index, textBytes: longerFirst(index.textBytes) }, rest)).rejects.toThrow("incomplete");
    await expect(readParts({ ...index, jsonBytes: longerFirst(index.jsonBytes) }, rest)).rejects.toThrow("incomplete");
    await expect(readParts(index, Buffer.concat([rest, rest]))).rejects.toThrow("does not match its index");
    await expect(readParts({ ...index, format: `${SNAPSHOT_FORMAT} newField` }, rest)).rejects.toThrow(
      "another format",
    );
    await expect(readParts({}, rest)).rejects.toThrow("another format");
    await expect(readFromBuffer(zstdCompressSync("hello"))).rejects.toThrow();
    await expect(readFromBuffer(Buffer.from("hello, this is something else"))).rejects.toThrow();
    // Snapshots of format 2 were gzipped.
    await expect(readFromBuffer(gzipSync("hello"))).rejects.toThrow();
  });

  it("has another format when the fields of a report change", async () => {
    const { index } = decompress(await writeToBuffer(createState([])));
    const [issue] = fc.sample(anyIssue, 1);
    expect(index.format.split(" ")).toEqual(expect.arrayContaining(Object.keys(toWire(issue!))));
  });
});
