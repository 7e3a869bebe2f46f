import type { Amendment, WireEvent } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { isHistoryBehind } from "./use-report-page.ts";

const timeAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const buildAmendment = (id: string, minute: number): Amendment => ({
  id,
  text: id,
  createdBy: "max",
  createdAt: timeAt(minute),
});
const stepEvent: WireEvent = { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: "ada", at: timeAt(2) };

describe("the history of a report", () => {
  const report = {
    type: "bug" as const,
    status: "IN_PROGRESS" as const,
    amendments: [],
    createdAt: timeAt(0),
    updatedAt: timeAt(2),
  };
  const soonAfterUpdate = Date.parse(timeAt(2)) + 1_000;
  const longAfterUpdate = Date.parse(timeAt(2)) + 60_000;

  it("is behind until the trigger has recorded the last step", () => {
    expect(isHistoryBehind(report, [], soonAfterUpdate)).toBe(true);
    expect(isHistoryBehind(report, [stepEvent], soonAfterUpdate)).toBe(false);
  });

  it("is not behind if the last step was long ago, perhaps before the logbook had histories", () => {
    expect(isHistoryBehind(report, [], longAfterUpdate)).toBe(false);
  });

  it("is behind until the trigger has recorded the last edit of the report or of an amendment", () => {
    const editEvent: WireEvent = { kind: "edited", id: "e", fields: ["title"], by: "max", at: timeAt(2) };
    for (const editedReport of [
      { ...report, editedAt: timeAt(2) },
      { ...report, amendments: [buildAmendment("first", 1), { ...buildAmendment("second", 1), editedAt: timeAt(2) }] },
    ]) {
      expect(isHistoryBehind(editedReport, [stepEvent], soonAfterUpdate)).toBe(true);
      expect(isHistoryBehind(editedReport, [{ ...editEvent, at: timeAt(1) }, stepEvent], soonAfterUpdate)).toBe(true);
      expect(isHistoryBehind(editedReport, [stepEvent, editEvent], soonAfterUpdate)).toBe(false);
      expect(isHistoryBehind(editedReport, [stepEvent], longAfterUpdate)).toBe(false);
    }
  });

  it("is behind until the trigger has recorded that the report was restored", () => {
    const deletion: WireEvent = { kind: "deleted", by: "ada", at: timeAt(3) };
    const restoredReport = { ...report, updatedAt: timeAt(4) };
    const soonAfterRestore = Date.parse(timeAt(4)) + 1_000;
    expect(isHistoryBehind(restoredReport, [stepEvent], soonAfterRestore)).toBe(true);
    expect(isHistoryBehind(restoredReport, [stepEvent, deletion], soonAfterRestore)).toBe(true);
    expect(
      isHistoryBehind(
        restoredReport,
        [stepEvent, deletion, { ...deletion, kind: "restored", at: timeAt(4) }],
        soonAfterRestore,
      ),
    ).toBe(false);
  });

  it("is not behind if the last change was a new amendment or the creation", () => {
    const amendedReport = { ...report, amendments: [buildAmendment("first", 4)], updatedAt: timeAt(4) };
    const soonAfterAmendment = Date.parse(timeAt(4)) + 1_000;
    expect(isHistoryBehind(amendedReport, [stepEvent], soonAfterAmendment)).toBe(false);
    expect(isHistoryBehind({ ...report, status: "OPEN", createdAt: timeAt(2) }, [], soonAfterUpdate)).toBe(false);
  });
});
