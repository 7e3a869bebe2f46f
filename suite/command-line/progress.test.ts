import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startStep } from "./progress.mjs";

const LONG_TEXT = "waiting for something that has a long name and takes its time to come to an end";

let terminalOutput: string[];
let loggedLines: string[];
const { isTTY, columns } = process.stdout;
beforeEach(() => {
  vi.useFakeTimers();
  terminalOutput = [];
  loggedLines = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    terminalOutput.push(String(text));
    return true;
  });
  vi.spyOn(console, "log").mockImplementation((text: string) => {
    loggedLines.push(text);
  });
  Object.assign(process.stdout, { isTTY: true, columns: 80 });
  vi.stubEnv("TERM", "xterm");
});
afterEach(() => {
  Object.assign(process.stdout, { isTTY, columns });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("a step is shown in one row of the terminal while it runs, and in full at its end", () => {
  const step = startStep("Starting the emulators");
  step.showProgress(LONG_TEXT);
  vi.advanceTimersByTime(3000);
  step.done();
  const rows = terminalOutput.map((text) => text.replace("\r\u001b[K", ""));
  const finalRow = rows.pop()!;
  // One row at the start, and one after each of 3 seconds.
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row.length).toBeLessThan(80);
  expect(finalRow).toBe(`Starting the emulators… ${LONG_TEXT}, done, 3 s\n`);
});

it("a step is shown in full if the width of the terminal is unknown", () => {
  Object.assign(process.stdout, { columns: undefined });
  startStep(LONG_TEXT).done();
  expect(terminalOutput[0]).toContain(`${LONG_TEXT}… 0 s`);
});

it("a step prints a line every 15 seconds on a terminal that cannot rewrite a row", () => {
  vi.stubEnv("TERM", "dumb");
  const step = startStep("Waiting");
  vi.advanceTimersByTime(20_000);
  step.done();
  expect(terminalOutput).toEqual([]);
  expect(loggedLines).toEqual(["Waiting…", "Waiting… 15 s", "Waiting… done, 20 s"]);
});
