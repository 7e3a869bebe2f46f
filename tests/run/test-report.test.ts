import { describe, expect, it } from "vitest";
import { countPlaywright, countVitest, failureList, summary, timesTable } from "./test-report.ts";

const vitestReport = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numFailedTestSuites: 0,
};
const playwrightReport = { stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };

describe("the report of a run", () => {
  it("counts passed tests", () => {
    expect(countVitest(vitestReport, 0)).toEqual({ passed: 3, failed: 0 });
    expect(countPlaywright(playwrightReport, 0)).toEqual({ passed: 2, failed: 0 });
  });

  it("counts skipped tests as failed, except for the tests that -t leaves out", () => {
    expect(countVitest({ ...vitestReport, numPendingTests: 2 }, 0)).toEqual({ passed: 3, failed: 2 });
    expect(countVitest({ ...vitestReport, numPendingTests: 2 }, 0, { hasTitleFilter: true })).toEqual({
      passed: 3,
      failed: 0,
    });
    expect(
      countPlaywright({ ...playwrightReport, stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 1 } }, 0).failed,
    ).toBe(1);
  });

  it("counts a test that passed only at its second try as failed", () => {
    // One test failed (`unexpected`), and one passed only at its second try (`flaky`).
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
    expect(countPlaywright({ ...playwrightReport, stats }, 1)).toEqual({ passed: 1, failed: 2 });
  });

  it("counts a crash, a missing report or a run without tests as failed", () => {
    expect(countVitest(vitestReport, 1)).toEqual({ passed: 3, failed: 1 });
    expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1 });
    const noTests = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countPlaywright({ ...playwrightReport, stats: noTests }, 0).failed).toBe(1);
  });

  it("adds the numbers of all groups for the last line", () => {
    expect(
      summary([
        { passed: 3, failed: 0 },
        { passed: 2, failed: 1 },
      ]),
    ).toEqual({ line: "5 passed, 1 failed", isPassed: false });
    expect(summary([{ passed: 3, failed: 0 }])).toEqual({ line: "3 passed, 0 failed", isPassed: true });
    expect(summary([]).isPassed).toBe(false);
  });

  it("names each failed test with the beginning of its error", () => {
    const failedTest = {
      status: "failed",
      fullName: "a list is short",
      failureMessages: ["\u001b[31mError: 3\u001b[39m\n\nat x"],
    };
    const passedTest = { status: "passed", fullName: "a list exists" };
    const testResults = [{ name: "/some/where/list.test.ts", assertionResults: [passedTest, failedTest] }];
    const unit = countVitest({ ...vitestReport, numFailedTests: 1, testResults }, 1);
    const attempts = [{ error: { message: "Error: not seen" } }];
    const specs = [{ title: "a card shows", ok: false, tests: [{ projectName: "desktop", results: attempts }] }];
    const suites = [{ title: "card.spec.ts", specs: [], suites: [{ title: "section 2", specs }] }];
    const e2e = countPlaywright({ stats: { ...playwrightReport.stats, unexpected: 1 }, errors: [], suites }, 1);
    const results = [
      { name: "unit", seconds: 1, ...unit },
      { name: "e2e", seconds: 1, ...e2e },
    ];
    expect(failureList(results)).toBe(
      "failed: unit: list.test.ts › a list is short\n    Error: 3\n    at x\n" +
        "failed: e2e: section 2 › a card shows\n    Error: not seen\n",
    );
    expect(failureList([{ name: "unit", seconds: 1, passed: 3, failed: 0 }])).toBe("");
  });

  it("prints the groups' times in a table", () => {
    expect(timesTable([{ name: "unit", passed: 1125, failed: 0, seconds: 49 }]).split("\n")).toEqual([
      "group         passed  failed seconds",
      "unit            1125       0      49",
    ]);
  });
});
