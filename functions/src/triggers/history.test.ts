import { describe, expect, it } from "vitest";
import { historyEventOf } from "./history.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const LAST_YEAR = new Date("2025-01-01T12:00:00Z");
const amendment = { text: "Old", createdBy: "max", createdAt: LAST_YEAR };
const report = { type: "bug", status: "OPEN", lastAmendment: "", createdAt: LAST_YEAR, updatedAt: LAST_YEAR };

describe("the history event of a write", () => {
  it.each([
    [
      "`created` for a new report",
      null,
      { ...report, createdAt: NOW, updatedAt: NOW },
      { kind: "created", from: null, to: "OPEN" },
    ],
    [
      "`created` for an imported report",
      null,
      { ...report, updatedAt: new Date("2025-02-01") },
      { kind: "created", from: null, to: "OPEN" },
    ],
    [
      "`restored` for a restored report",
      null,
      { ...report, updatedAt: NOW },
      { kind: "restored", from: null, to: "OPEN" },
    ],
    [
      "`status` for a step",
      report,
      { ...report, status: "IN_PROGRESS" },
      { kind: "status", from: "OPEN", to: "IN_PROGRESS" },
    ],
    [
      "`amended` for a new amendment",
      report,
      { ...report, lastAmendment: "a1" },
      { kind: "amended", from: null, to: "a1" },
    ],
    [
      "`deleted` for a deletion",
      { ...report, number: 7, title: "Gone" },
      null,
      { kind: "deleted", from: "OPEN", to: null, report: { number: 7, title: "Gone" } },
    ],
    [
      "`edited` with the former texts for an edit of a report",
      { ...report, title: "Old", description: "Same", priority: "LOW", howItWorks: "" },
      { ...report, title: "New", description: "Same", priority: "HIGH", howItWorks: "So", editedAt: NOW },
      {
        kind: "edited",
        from: null,
        to: null,
        fields: ["title", "priority", "howItWorks"],
        former: { title: "Old", priority: "LOW", howItWorks: "" },
        current: { title: "New", priority: "HIGH" },
      },
    ],
    ["none for an edit that changed no text", report, { ...report, editedAt: NOW }, null],
    [
      "`edited` with the former text for an edit of an amendment",
      { ...report, amendments: { a1: amendment, a2: amendment }, lastAmendment: "a2" },
      {
        ...report,
        amendments: { a1: { ...amendment, text: "New", editedAt: NOW }, a2: amendment },
        lastAmendment: "a1",
      },
      { kind: "edited", from: null, to: "a1", fields: ["text"], former: { text: "Old" }, current: {} },
    ],
    [
      "none for an edit of an amendment that changed no text",
      { ...report, amendments: { a1: amendment }, lastAmendment: "a1" },
      { ...report, amendments: { a1: { ...amendment, editedAt: NOW } }, lastAmendment: "a1" },
      null,
    ],
    [
      "none for a new title without `editedAt`, from a write that bypassed the rules",
      report,
      { ...report, title: "x" },
      null,
    ],
    ["none for a report that does not exist before or after the write", null, null, null],
  ])("is %s", (_, before, after, event) => {
    expect(historyEventOf(before, after, NOW)).toEqual(event);
  });
});
