import type { Amendment, WireEvent } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { isHistoryBehind, timelineEntries } from "./timeline-entries.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const amendment = (id: string, minute: number): Amendment => ({
  id,
  text: id,
  createdBy: "max",
  createdAt: at(minute),
});
const started: WireEvent = { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: "ada", at: at(2) };

describe("a report's timeline", () => {
  it("has events and amendments in the order of their time", () => {
    const amendments = [amendment("first", 1), amendment("second", 3)];
    const entries = timelineEntries({ amendments }, [started, { kind: "deleted", by: "ada", at: at(4) }]);
    expect(entries.map((entry) => (entry.kind === "event" ? entry.event.kind : entry.amendment.id))).toEqual([
      "first",
      "status",
      "second",
      "deleted",
    ]);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(4);
  });

  it("leaves out the filing, which the page shows from the report itself", () => {
    expect(timelineEntries({ amendments: [] }, [{ kind: "created", by: "max", at: at(0) }])).toEqual([]);
  });
});

describe("the history is behind the report", () => {
  const report = { type: "bug" as const, status: "IN_PROGRESS" as const, updatedAt: at(2), amendments: [] };
  const now = Date.parse(at(2)) + 1_000;

  it("until the trigger has recorded the last step", () => {
    expect(isHistoryBehind(report, [], now)).toBe(true);
    expect(isHistoryBehind(report, [started], now)).toBe(false);
  });

  it("but a report that was moved long ago, before there was a history, is not waited for", () => {
    expect(isHistoryBehind(report, [], now + 60_000)).toBe(false);
  });

  it("until the trigger has recorded the last edit of the report or of an amendment", () => {
    const edit: WireEvent = { kind: "edited", id: "e", fields: ["title"], by: "max", at: at(2) };
    for (const edited of [
      { ...report, editedAt: at(2) },
      { ...report, amendments: [amendment("first", 1), { ...amendment("second", 1), editedAt: at(2) }] },
    ]) {
      expect(isHistoryBehind(edited, [started], now)).toBe(true);
      expect(isHistoryBehind(edited, [{ ...edit, at: at(1) }, started], now)).toBe(true);
      expect(isHistoryBehind(edited, [started, edit], now)).toBe(false);
      expect(isHistoryBehind(edited, [started], now + 60_000)).toBe(false);
    }
  });

  it("not for a report in its first status", () => {
    expect(isHistoryBehind({ ...report, status: "OPEN" }, [], now)).toBe(false);
  });
});
