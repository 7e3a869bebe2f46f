import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync, zstdDecompressSync } from "node:zlib";
import { NO_FILTERS, toWire } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SeenHead } from "../firestore/board-head.ts";
import type { Standing } from "./board.ts";
import { jsonOf, toArrival } from "./entry.ts";
import { createReports, type Reports } from "./reports.ts";
import { readSnapshot, writeSnapshot } from "./snapshot-format.ts";
import { frameOf } from "./snapshot-sections.ts";

const head = { revision: 7, lineage: "first", readTime: 1_700_000_000_000 };
// As the job has it: with the board's last move, which nobody needs later.
const seen: SeenHead = { ...head, move: null };
const standing = (issues: Parameters<typeof toArrival>[0][]): Standing => ({
  head: seen,
  reports: createReports(issues.map((issue, at) => toArrival(issue, 1_760_000_000_000_001 + at))),
});

async function written(of: Standing): Promise<Buffer> {
  const sink = new PassThrough();
  const [bytes] = await Promise.all([buffer(sink), writeSnapshot(of, sink)]);
  return bytes;
}

const read = (bytes: Uint8Array) => readSnapshot(Readable.from([bytes], { objectMode: false }));

/** All entries, each with its JSON instead of the place of that. */
const entriesOf = ({ all }: Reports) =>
  all.map((entry) => {
    const { jsons: _, from: _from, to: _to, ...fields } = entry;
    return { ...fields, json: jsonOf(entry).toString() };
  });

/** What the frames of a snapshot hold. */
function unpacked(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32LE(at);
    frames.push(zstdDecompressSync(bytes.subarray(at + 8, end)).toString());
    at = end;
  }
  return frames;
}

const packed = async (...frames: string[]): Promise<Buffer> =>
  Buffer.concat(await Promise.all(frames.map((frame) => frameOf(Buffer.from(frame)))));

// More than one block, and longer than the pieces they are read in.
const many = () =>
  standing(fc.sample(anyIssue, 3000).map((issue) => ({ ...issue, howItWorks: "so – 😀\n".repeat(200) })));

describe("a snapshot of the board", () => {
  it("gives back what was put by", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), async (issues) => {
        const before = standing(issues);
        const { head: then, reports } = await read(await written(before));
        expect(then).toEqual(head);
        expect(entriesOf(reports)).toEqual(entriesOf(before.reports));
        expect(reports.stats).toEqual(before.reports.stats);
        expect([...reports.searchTexts()].map(String)).toEqual([...before.reports.searchTexts()].map(String));
      }),
      { numRuns: 30 },
    );
    const before = many();
    const bytes = await written(before);
    expect(unpacked(bytes).length).toBeGreaterThan(1 + 3);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 9999) }, (_, at) =>
      bytes.subarray(at * 9999, (at + 1) * 9999),
    );
    const { reports } = await readSnapshot(Readable.from(pieces, { objectMode: false }));
    expect(entriesOf(reports)).toEqual(entriesOf(before.reports));
    for (const search of ["login", "ada", "so –"]) {
      const filters = { ...NO_FILTERS, search };
      expect(reports.select(filters).map(({ id }) => id)).toEqual(before.reports.select(filters).map(({ id }) => id));
    }
  });

  it("is refused when a bit of it has changed, or its end is missing", async () => {
    const bytes = await written(many());
    for (const at of [0, 2, 4, 6, 20, 100, bytes.length >> 1, bytes.length - 6]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1;
      await expect(read(damaged), `byte ${at}`).rejects.toThrow();
    }
    for (const length of [0, 10, bytes.length >> 1, bytes.length - 1])
      await expect(read(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow();
  });

  it("holds what came and went since the board was read", async () => {
    const [old, changed, gone, fresh] = fc
      .sample(fc.uniqueArray(anyIssue, { selector: ({ id }) => id, minLength: 4, maxLength: 4 }), 1)
      .flat();
    const before = standing([old!, changed!, gone!]);
    const now = {
      head,
      reports: before.reports.withChanges({
        changed: [{ ...changed!, title: "Ümläute überall" }, fresh!].map((issue) => toArrival(issue, 2)),
        deleted: new Set([gone!.id]),
      }),
    };
    const { reports } = await read(await written(now));
    expect(entriesOf(reports)).toEqual(entriesOf(now.reports));
    const found = reports.select({ ...NO_FILTERS, search: "ÜMLÄUTE ÜBERALL" });
    expect(found.map(({ id }) => id)).toEqual([changed!.id]);
  });

  it("is refused when it lacks a report, has one too many, is of another format, or is something else", async () => {
    const [header, ...block] = unpacked(await written(standing(fc.sample(anyIssue, 5))));
    const [columns, texts, jsons] = block as [string, string, string];
    const says = (name: string, from: number, to: number) => header!.replace(`"${name}":${from}`, `"${name}":${to}`);
    expect((await read(await packed(header!, ...block))).reports.all).toHaveLength(5);
    await expect(read(await packed(says("reports", 5, 6), ...block))).rejects.toThrow("incomplete");
    await expect(read(await packed(says("reports", 5, 4), ...block))).rejects.toThrow("not what it says");
    await expect(read(await packed(header!, columns, texts))).rejects.toThrow("incomplete");
    await expect(read(await packed(header!))).rejects.toThrow("incomplete");
    await expect(read(await packed(header!, ...block, "{}"))).rejects.toThrow("incomplete");
    await expect(read(await packed(header!, ...block, ...block))).rejects.toThrow("not what it says");
    await expect(read(await packed(says("format", 6, 5), ...block))).rejects.toThrow();
    await expect(read(await packed(header!, "{}", texts, jsons))).rejects.toThrow();
    await expect(read(await packed(header!, columns, `${texts}x`, jsons))).rejects.toThrow("damaged");
    await expect(read(await packed(header!, columns, texts, jsons.slice(1)))).rejects.toThrow("damaged");
    await expect(read(await packed("hello"))).rejects.toThrow();
    await expect(read(Buffer.from("hello, this is something else"))).rejects.toThrow("not made of frames");
    await expect(frameOf(Buffer.alloc(64 * 1024 * 1024 + 1))).rejects.toThrow(RangeError);
    await expect(read(gzipSync("as format 2 was"))).rejects.toThrow();
  });

  it("has a format that is raised with the form of a report", async () => {
    const [issue] = fc.sample(anyIssue, { numRuns: 1, seed: 1 });
    const [header] = unpacked(await written(standing([issue!])));
    // When only the form of a report has changed here, raise FORMAT in snapshot.ts, and then put both here.
    expect({ format: JSON.parse(header!).format, report: Object.keys(toWire(issue!)).sort() }).toEqual({
      format: 6,
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
        "priority",
        "problemItSolves",
        "reproductionSteps",
        "status",
        "title",
        "type",
        "updatedAt",
        "user",
        "websiteUrl",
      ],
    });
  });
});
