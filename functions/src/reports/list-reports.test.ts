import { DETAIL_FIELDS, type Issue, type WireList } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { listReports } from "./list-reports.ts";

const KILOBYTE = 1024;
const ISSUE = {
  ...({ id: "long", type: "bug", title: "Long", status: "OPEN", priority: "LOW", reporter: "ada" } as Issue),
  ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, ""])),
  ...{ attachments: [], amendments: [], createdAt: "2025-09-01T12:00:00.000Z", updatedAt: "2025-09-01T12:00:00.000Z" },
};
const ADA = { uid: "u1", username: "ada", isAdmin: true, credentials: { idToken: "", appCheck: undefined } };
let lineages = 0;

/** A board of 100 reports with this many bytes of text together. The returned function lists the result of a search. */
function listOf(bytes: number) {
  const description = "x".repeat(bytes / 100);
  const reports = createReports(
    Array.from({ length: 100 }, (_, index) => toEntry({ ...ISSUE, id: `long-${index}`, description }, 1)),
  );
  lineages += 1;
  const head = { revision: 1, lineage: `list-${lineages}`, lastNumber: 0, readTime: 0, move: null };
  let reads = 0;
  const reportsAt = async () => {
    reads += 1;
    return reports;
  };
  return async (search: string) => {
    const before = reads;
    const filters = { search, type: "all", status: "all", priority: "all", show: "all" } as const;
    const response = await listReports(
      { reportsAt },
      head,
      { page: 1, pageSize: 100, sort: "status", filters },
      undefined,
      ADA,
    );
    if ("success" in response) throw new Error(response.error);
    return { response, isCached: reads === before };
  };
}

async function textOf({ response }: Awaited<ReturnType<ReturnType<typeof listOf>>>): Promise<string> {
  if (response.kind !== "text") throw new Error(`It is ${response.kind}.`);
  return response.body.bytes.toString();
}

const words = Array.from({ length: 60 }, (_, index) => "x".repeat(index + 1));

describe("pages of the list", () => {
  it("are cached for all members", async () => {
    const list = listOf(100 * KILOBYTE);
    expect((await list("")).isCached).toBe(false);
    const second = await list("");
    expect([second.isCached, second.response.kind]).toEqual([true, "text"]);
  });

  it("take at most 16 MB of the cache, with and without gzip", async () => {
    const list = listOf(200 * KILOBYTE);
    for (const word of words) await list(word);
    const cached: boolean[] = [];
    // Only the last 30 searches are repeated: a search whose page was evicted would evict another page.
    for (const word of words.slice(-30)) cached.push((await list(word)).isCached);
    expect(cached).toEqual(words.slice(-30).map(() => true));
    expect((await list(words[0]!)).isCached).toBe(false);
  });

  it("have at most 256 KB: in longer pages the reports are shortened and marked as shortened", async () => {
    for (const [bytes, shortened] of [
      [100 * KILOBYTE, undefined],
      [600 * KILOBYTE, true],
    ] as const) {
      const text = await textOf(await listOf(bytes)(""));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * KILOBYTE);
      const { bugs, features, page, stats } = JSON.parse(text) as WireList;
      expect([...bugs, ...features].map((report) => report.shortened)).toEqual(Array(100).fill(shortened));
      expect([page?.total, stats?.total]).toEqual([100, 100]);
    }
  });
});
