import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync, zstdDecompressSync } from "node:zlib";
import { type Issue, NO_FILTERS, toWire } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import type { BoardState } from "./board.ts";
import { jsonOf, toEntry } from "./entry.ts";
import { createReports, type Reports } from "./reports.ts";
import { FORMAT, readSnapshot, writeSnapshot } from "./snapshot-format.ts";
import { encodeSection } from "./snapshot-sections.ts";

// Versions are in microseconds since 1970.
const FIRST_VERSION = 1_760_000_000_000_001;
const head = { revision: 7, lineage: "first", readTime: 1_700_000_000_000 };
// The job that saves snapshots passes the whole head of `boards/main`. A snapshot stores only the three fields above,
// not the last report's number and not `move`, the last write of a report (here: none).
const storedHead: StoredBoardHead = { ...head, lastNumber: 0, move: null };
const createState = (issues: readonly Issue[]): BoardState => ({
  head: storedHead,
  reports: createReports(issues.map((issue, index) => toEntry(issue, FIRST_VERSION + index))),
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

/** The bytes before each section: its compressed and its uncompressed length. */
const LENGTHS_BYTES = 8;

/** The decompressed sections of a snapshot. */
function decompressSections(bytes: Buffer): string[] {
  const sections: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = start + LENGTHS_BYTES + bytes.readUInt32LE(start);
    sections.push(zstdDecompressSync(bytes.subarray(start + LENGTHS_BYTES, end)).toString());
    start = end;
  }
  return sections;
}

/** Reads a snapshot that has these sections. */
async function readSections(...sections: string[]): Promise<BoardState> {
  const encoded = await Promise.all(sections.map((section) => encodeSection(Buffer.from(section))));
  return await readFromBuffer(Buffer.concat(encoded));
}

// These reports fill more than one block, and a block is longer than the chunks in which the snapshot is read.
const createLargeState = () =>
  createState(fc.sample(anyIssue, 3000).map((issue) => ({ ...issue, howItWorks: "so – 😀\n".repeat(200) })));

describe("a snapshot of the board", () => {
  it("gives the same reports, search texts and statistics when it is read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), async (issues) => {
        const state = createState(issues);
        const { head: readHead, reports } = await readFromBuffer(await writeToBuffer(state));
        expect(readHead).toEqual(head);
        expect(entriesWithJson(reports)).toEqual(entriesWithJson(state.reports));
        expect(reports.stats).toEqual(state.reports.stats);
        expect([...reports.searchTexts()].map(String)).toEqual([...state.reports.searchTexts()].map(String));
      }),
      { numRuns: 30 },
    );
    const state = createLargeState();
    const bytes = await writeToBuffer(state);
    // The header is one section, a block three.
    const headerAndOneBlock = 1 + 3;
    expect(decompressSections(bytes).length).toBeGreaterThan(headerAndOneBlock);
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
    // The first 8 bytes are the lengths of the first section.
    for (const index of [0, 2, 4, 6, 20, 100, half, bytes.length - 6]) {
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

  it("is refused if it does not match its header, has another format, or is not made of sections", async () => {
    const [header, ...block] = decompressSections(await writeToBuffer(createState(fc.sample(anyIssue, 5))));
    const [columns, texts, jsons] = block as [string, string, string];
    const changeHeader = (name: string, from: number, to: number) =>
      header!.replace(`"${name}":${from}`, `"${name}":${to}`);
    expect((await readSections(header!, ...block)).reports.all).toHaveLength(5);
    await expect(readSections(changeHeader("reports", 5, 6), ...block)).rejects.toThrow("incomplete");
    await expect(readSections(changeHeader("reports", 5, 4), ...block)).rejects.toThrow("does not match its header");
    await expect(readSections(header!, columns, texts)).rejects.toThrow("incomplete");
    await expect(readSections(header!)).rejects.toThrow("incomplete");
    await expect(readSections(header!, ...block, "{}")).rejects.toThrow("incomplete");
    await expect(readSections(header!, ...block, ...block)).rejects.toThrow("does not match its header");
    await expect(readSections(changeHeader("format", FORMAT, FORMAT - 1), ...block)).rejects.toThrow();
    await expect(readSections(header!, "{}", texts, jsons)).rejects.toThrow();
    await expect(readSections(header!, columns, `${texts}x`, jsons)).rejects.toThrow("damaged");
    await expect(readSections(header!, columns, texts, jsons.slice(1))).rejects.toThrow("damaged");
    await expect(readSections("hello")).rejects.toThrow();
    await expect(readFromBuffer(Buffer.from("hello, this is something else"))).rejects.toThrow("not made of sections");
    const maxSectionBytes = 64 * 1024 * 1024;
    await expect(encodeSection(Buffer.alloc(maxSectionBytes + 1))).rejects.toThrow(RangeError);
    // Snapshots of format 2 were gzipped.
    await expect(readFromBuffer(gzipSync("hello"))).rejects.toThrow();
  });

  it("has a new format when the fields of a report change", async () => {
    const [issue] = fc.sample(anyIssue, { numRuns: 1, seed: 1 });
    const [header] = decompressSections(await writeToBuffer(createState([issue!])));
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
