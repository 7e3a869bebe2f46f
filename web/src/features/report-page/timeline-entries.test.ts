import type { Amendment, WireEvent } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { isHistoryBehind, timelineEntries } from "./timeline-entries.ts";

const timeAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const buildAmendment = (id: string, minute: number): Amendment => ({
  id,
  text: id,
  createdBy: "max",
  createdAt: timeAt(minute),
});
const step: WireEvent = { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: "ada", at: timeAt(2) };

describe("a report's timeline", () => {
  it("has events and amendments in the order of their time", () => {
    const amendments = [buildAmendment("first", 1), buildAmendment("second", 3)];
    const entries = timelineEntries({ amendments }, [step, { kind: "deleted", by: "ada", at: timeAt(4) }]);
    expect(entries.map((entry) => (entry.kind === "event" ? entry.event.kind : entry.amendment.id))).toEqual([
      "first",
      "status",
      "second",
      "deleted",
    ]);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(4);
  });

  it("leaves out the event of the creation, because the page shows it from the report itself", () => {
    expect(timelineEntries({ amendments: [] }, [{ kind: "created", by: "max", at: timeAt(0) }])).toEqual([]);
  });
});

describe("the history of a report", () => {
  const report = {
    ...{ type: "bug" as const, status: "IN_PROGRESS" as const, amendments: [] },
    ...{ createdAt: timeAt(0), updatedAt: timeAt(2) },
  };
  const now = Date.parse(timeAt(2)) + 1_000;

  it("is behind until the trigger has recorded the last step", () => {
    expect(isHistoryBehind(report, [], now)).toBe(true);
    expect(isHistoryBehind(report, [step], now)).toBe(false);
  });

  it("is not awaited if the last step was long ago, before there was a history", () => {
    expect(isHistoryBehind(report, [], now + 60_000)).toBe(false);
  });

  it("is behind until the trigger has recorded the last edit of the report or of an amendment", () => {
    const edit: WireEvent = { kind: "edited", id: "e", fields: ["title"], by: "max", at: timeAt(2) };
    for (const editedReport of [
      { ...report, editedAt: timeAt(2) },
      { ...report, amendments: [buildAmendment("first", 1), { ...buildAmendment("second", 1), editedAt: timeAt(2) }] },
    ]) {
      expect(isHistoryBehind(editedReport, [step], now)).toBe(true);
      expect(isHistoryBehind(editedReport, [{ ...edit, at: timeAt(1) }, step], now)).toBe(true);
      expect(isHistoryBehind(editedReport, [step, edit], now)).toBe(false);
      expect(isHistoryBehind(editedReport, [step], now + 60_000)).toBe(false);
    }
  });

  it("is behind until the trigger has recorded that the report was restored", () => {
    const deleted: WireEvent = { kind: "deleted", by: "ada", at: timeAt(3) };
    const restored = { ...report, updatedAt: timeAt(4) };
    const soonAfter = Date.parse(timeAt(4)) + 1_000;
    expect(isHistoryBehind(restored, [step], soonAfter)).toBe(true);
    expect(isHistoryBehind(restored, [step, deleted], soonAfter)).toBe(true);
    expect(isHistoryBehind(restored, [step, deleted, { ...deleted, kind: "restored", at: timeAt(4) }], soonAfter)).toBe(
      false,
    );
  });

  it("is not behind after a new amendment, or for a new report", () => {
    const amended = { ...report, amendments: [buildAmendment("first", 4)], updatedAt: timeAt(4) };
    expect(isHistoryBehind(amended, [step], Date.parse(timeAt(4)) + 1_000)).toBe(false);
    expect(isHistoryBehind({ ...report, status: "OPEN", createdAt: timeAt(2) }, [], now)).toBe(false);
  });
});
