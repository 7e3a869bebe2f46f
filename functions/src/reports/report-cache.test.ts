import { toWire } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { parseVersion, UNKNOWN_VERSION, type Version } from "../firestore/version.ts";
import { createReportCache } from "./report-cache.ts";

const issue = fc.sample(anyIssue, { numRuns: 1, seed: 1 })[0]!;
const { id } = issue;
const BOARD_VERSION = parseVersion("2026-11-22T04:31:28.123456Z");
const ownReport = toWire({ ...issue, title: "own write" });

function createCache(version: Version) {
  const { entry } = toEntry(issue, version);
  return createReportCache({ lastKnownEntry: (wantedId) => (wantedId === id ? entry : undefined) });
}

describe("a cached report", () => {
  it("is the board's report if the process has not written it", () => {
    const report = toWire(issue);
    const bytes = Buffer.byteLength(JSON.stringify(report));
    expect(createCache(BOARD_VERSION).get(id)).toEqual({
      report,
      bytes,
      updateTime: "2026-11-22T04:31:28.123456Z",
    });
    expect(createCache(BOARD_VERSION).get("another")).toBeNull();
  });

  it.each([
    { what: "the board's report if the process's own write is older", version: BOARD_VERSION - 1, title: issue.title },
    { what: "the process's own write if it is newer than the board's", version: BOARD_VERSION + 1, title: "own write" },
    {
      what: "the board's report if the version of the process's own write is unknown",
      version: UNKNOWN_VERSION,
      title: issue.title,
    },
  ])("is $what", ({ version, title }) => {
    const cache = createCache(BOARD_VERSION);
    cache.set(version, ownReport);
    expect(cache.get(id)?.report.title).toBe(title);
  });

  it("is never the process's own write of a long report", () => {
    const cache = createCache(BOARD_VERSION);
    cache.set(BOARD_VERSION + 1, { ...ownReport, description: "long ".repeat(10_000) });
    expect(cache.get(id)?.report.title).toBe(issue.title);
  });

  it("is the process's own write if the board lacks the report", () => {
    const cache = createReportCache({ lastKnownEntry: () => undefined });
    cache.set(BOARD_VERSION, ownReport);
    expect(cache.get(id)).toMatchObject({ report: ownReport, updateTime: "2026-11-22T04:31:28.123456Z" });
  });

  it("is missing if the board does not know the report's version and the process has not written the report", () => {
    expect(createCache(UNKNOWN_VERSION).get(id)).toBeNull();
  });
});
