import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { toWire } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Standing } from "./board.ts";
import { toArrival } from "./entry.ts";
import { createReports } from "./reports.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

const head = { revision: 7, lineage: "first", readTime: 1_700_000_000_000 };
const standing = (issues: Parameters<typeof toArrival>[0][]): Standing => ({
  head,
  reports: createReports(issues.map(toArrival)),
});

async function written(of: Standing): Promise<Buffer> {
  const sink = new PassThrough();
  const [bytes] = await Promise.all([buffer(sink), writeSnapshot(of, sink)]);
  return bytes;
}

const read = (bytes: Uint8Array) => readSnapshot(Readable.from([bytes], { objectMode: false }));

// Many and long enough that lines go over the ends of the pieces they are read in.
const many = () =>
  standing(fc.sample(anyIssue, 3000).map((issue) => ({ ...issue, howItWorks: "so – 😀\n".repeat(200) })));

describe("a snapshot of the board", () => {
  it("gives back what was put by", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), async (issues) => {
        const before = standing(issues);
        const { head: then, reports } = await read(await written(before));
        expect(then).toEqual(head);
        expect(reports.all).toEqual(before.reports.all);
        expect(reports.stats).toEqual(before.reports.stats);
      }),
      { numRuns: 30 },
    );
    const before = many();
    expect((await read(await written(before))).reports.all).toEqual(before.reports.all);
  });

  it("is refused when a bit of it has changed, or its end is missing", async () => {
    const bytes = await written(many());
    for (const at of [2, 100, bytes.length >> 1, bytes.length - 6]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1;
      await expect(read(damaged), `byte ${at}`).rejects.toThrow();
    }
    for (const length of [0, 10, bytes.length >> 1, bytes.length - 1])
      await expect(read(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow();
  });

  it("is refused when it lacks a report, is of another format, or is something else", async () => {
    const lines = gunzipSync(await written(standing(fc.sample(anyIssue, 5))))
      .toString()
      .split("\n");
    const packed = (...parts: string[]) => gzipSync(parts.join("\n"));
    await expect(read(packed(...lines.slice(0, 3), ""))).rejects.toThrow("incomplete");
    await expect(read(packed(lines[0]!.replace('"format":1', '"format":0'), ...lines.slice(1)))).rejects.toThrow();
    await expect(read(packed(lines[0]!, "{}", ...lines.slice(2)))).rejects.toThrow();
    await expect(read(packed("hello"))).rejects.toThrow();
    await expect(read(Buffer.from("hello"))).rejects.toThrow();
  });

  it("has a format that is raised with the form of a report", async () => {
    const [issue] = fc.sample(anyIssue, { numRuns: 1, seed: 1 });
    const [header] = gunzipSync(await written(standing([issue!])))
      .toString()
      .split("\n");
    // When only the form of a report has changed here, raise FORMAT in snapshot.ts, and then put both here.
    expect({ format: JSON.parse(header!).format, report: Object.keys(toWire(issue!)).sort() }).toEqual({
      format: 1,
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
