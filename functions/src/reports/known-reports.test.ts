import { toWire } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toArrival } from "../board/entry.ts";
import { readVersion, UNKNOWN_VERSION, type Version } from "../firestore/version.ts";
import { createKnownReports } from "./known-reports.ts";

const [issue] = fc.sample(anyIssue, { numRuns: 1, seed: 1 });
const { id } = issue!;
const ON_BOARD = readVersion("2026-11-22T04:31:28.123456Z");
const ours = toWire({ ...issue!, title: "ours" });

function knowing(version: Version) {
  const { entry } = toArrival(issue!, version);
  return createKnownReports({ last: (asked) => (asked === id ? entry : undefined) });
}

describe("what a process knows of a report", () => {
  it("is what the board holds", () => {
    const report = toWire(issue!);
    const bytes = Buffer.byteLength(JSON.stringify(report));
    expect(knowing(ON_BOARD).recall(id)).toEqual({ report, bytes, updateTime: "2026-11-22T04:31:28.123456Z" });
    expect(knowing(ON_BOARD).recall("another")).toBeNull();
  });

  it.each([
    { than: "older than the board's", version: ON_BOARD - 1, title: issue!.title },
    { than: "newer than the board's", version: ON_BOARD + 1, title: "ours" },
    { than: "of a version nobody knows", version: UNKNOWN_VERSION, title: issue!.title },
  ])("is the later of the board's and its own write, here one $than", ({ version, title }) => {
    const reports = knowing(ON_BOARD);
    reports.learn(version, ours);
    expect(reports.recall(id)?.report.title).toBe(title);
  });

  it("is not its own write of a long report, which it would have to hold", () => {
    const reports = knowing(ON_BOARD);
    reports.learn(ON_BOARD + 1, { ...ours, description: "long ".repeat(10_000) });
    expect(reports.recall(id)?.report.title).toBe(issue!.title);
  });

  it("is its own write where the board has none, and nothing where the board cannot say the version", () => {
    const reports = createKnownReports({ last: () => undefined });
    reports.learn(ON_BOARD, ours);
    expect(reports.recall(id)).toMatchObject({ report: ours, updateTime: "2026-11-22T04:31:28.123456Z" });
    expect(knowing(UNKNOWN_VERSION).recall(id)).toBeNull();
  });
});
