import { toWire } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { parseVersion, UNKNOWN_VERSION, type Version } from "../firestore/version.ts";
import { createReportCache } from "./report-cache.ts";

const [issue] = fc.sample(anyIssue, { numRuns: 1, seed: 1 });
const { id } = issue!;
const ON_BOARD = parseVersion("2026-11-22T04:31:28.123456Z");
const ours = toWire({ ...issue!, title: "ours" });

function cacheOf(version: Version) {
  const { entry } = toEntry(issue!, version);
  return createReportCache({ lastKnown: (wanted) => (wanted === id ? entry : undefined) });
}

describe("a cached report", () => {
  it("is the board's", () => {
    const report = toWire(issue!);
    const bytes = Buffer.byteLength(JSON.stringify(report));
    expect(cacheOf(ON_BOARD).get(id)).toEqual({ report, bytes, updateTime: "2026-11-22T04:31:28.123456Z" });
    expect(cacheOf(ON_BOARD).get("another")).toBeNull();
  });

  it.each([
    { than: "older than the board's", version: ON_BOARD - 1, title: issue!.title },
    { than: "newer than the board's", version: ON_BOARD + 1, title: "ours" },
    { than: "of unknown version", version: UNKNOWN_VERSION, title: issue!.title },
  ])("is the newer of the board's and the process's own write, here one $than", ({ version, title }) => {
    const cache = cacheOf(ON_BOARD);
    cache.set(version, ours);
    expect(cache.get(id)?.report.title).toBe(title);
  });

  it("is not the process's own write of a long report", () => {
    const cache = cacheOf(ON_BOARD);
    cache.set(ON_BOARD + 1, { ...ours, description: "long ".repeat(10_000) });
    expect(cache.get(id)?.report.title).toBe(issue!.title);
  });

  it("is the process's own write if the board has none, and missing if the board's has no version", () => {
    const cache = createReportCache({ lastKnown: () => undefined });
    cache.set(ON_BOARD, ours);
    expect(cache.get(id)).toMatchObject({ report: ours, updateTime: "2026-11-22T04:31:28.123456Z" });
    expect(cacheOf(UNKNOWN_VERSION).get(id)).toBeNull();
  });
});
