import { readdirSync } from "node:fs";
import { ISSUE_TYPES, STATUS_CYCLES, stepsFrom } from "@logbook/domain";
import { expect, it } from "vitest";
import { SAMPLE_ACCOUNTS } from "./accounts.ts";
import { statusPath } from "./load.ts";
import { SAMPLE_REPORTS } from "./reports.ts";

it("statusPath() reaches every status of a cycle by the fewest allowed steps", () => {
  for (const type of ISSUE_TYPES)
    for (const target of STATUS_CYCLES[type]) {
      let currentStatus = STATUS_CYCLES[type][0]!;
      const path = statusPath(type, target);
      for (const status of path) {
        expect(Object.values(stepsFrom(type, currentStatus)!)).toContain(status);
        currentStatus = status;
      }
      expect(currentStatus).toBe(target);
      // The longest cycle has five statuses, so each is at most two steps away from the first.
      expect(path.length).toBeLessThanOrEqual(2);
    }
  expect(() => statusPath("bug", "PLANNED")).toThrow("No bug is ever PLANNED.");
});

it("the sample reports show both types, every status of both cycles, every priority and every sample member", () => {
  for (const type of ISSUE_TYPES) {
    const reports = SAMPLE_REPORTS.filter((report) => report.type === type);
    expect(new Set(reports.map(({ status }) => status ?? STATUS_CYCLES[type][0]))).toEqual(
      new Set(STATUS_CYCLES[type]),
    );
  }
  expect(new Set(SAMPLE_REPORTS.map(({ priority }) => priority)).size).toBe(4);
  expect(new Set(SAMPLE_REPORTS.map(({ reporter }) => reporter))).toEqual(
    new Set(SAMPLE_ACCOUNTS.map(({ username }) => username)),
  );
});

it("a sample report is closed with a reason, and another one is a duplicate of an earlier one", () => {
  const titles = SAMPLE_REPORTS.map(({ title }) => title);
  const closings = SAMPLE_REPORTS.flatMap(({ title, closing }) => (closing ? [{ title, closing }] : []));
  expect(closings.filter(({ closing }) => "reason" in closing)).not.toHaveLength(0);
  const duplicates = closings.flatMap(({ title, closing }) =>
    "duplicateOf" in closing ? [[closing.duplicateOf, title]] : [],
  );
  expect(duplicates).not.toHaveLength(0);
  for (const [target, duplicate] of duplicates) {
    expect(titles).toContain(target);
    expect(titles.indexOf(target!)).toBeLessThan(titles.indexOf(duplicate!));
  }
});

it("the files of the sample reports exist", () => {
  const folder = new URL("files/", import.meta.url);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(SAMPLE_REPORTS.flatMap(({ files = [] }) => files)));
});
