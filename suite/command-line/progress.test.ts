import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startStep } from "./progress.mjs";

const LONG = "waiting for something that has a long name and takes its time to come to an end";

let written: string[];
let logged: string[];
const { isTTY, columns } = process.stdout;
beforeEach(() => {
  vi.useFakeTimers();
  [written, logged] = [[], []];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(console, "log").mockImplementation((text: string) => void logged.push(text));
  Object.assign(process.stdout, { isTTY: true, columns: 80 });
  vi.stubEnv("TERM", "xterm");
});
afterEach(() => {
  Object.assign(process.stdout, { isTTY, columns });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("a step stays in one row of the terminal while it runs, and is printed in full at its end", () => {
  const step = startStep("Starting the emulators");
  step.note(LONG);
  vi.advanceTimersByTime(3000);
  step.done();
  const rows = written.map((text) => text.replace("\r\u001b[K", ""));
  const last = rows.pop()!;
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row.length).toBeLessThan(80);
  expect(last).toBe(`Starting the emulators… ${LONG}, done, 3 s\n`);
});

it("without the terminal's width a step is printed in full", () => {
  Object.assign(process.stdout, { columns: undefined });
  startStep(LONG).done();
  expect(written[0]).toContain(`${LONG}… 0 s`);
});

it("on a terminal that cannot rewrite a row, a step prints a line every 15 seconds", () => {
  vi.stubEnv("TERM", "dumb");
  const step = startStep("Waiting");
  vi.advanceTimersByTime(20_000);
  step.done();
  expect(written).toEqual([]);
  expect(logged).toEqual(["Waiting…", "Waiting… 15 s", "Waiting… done, 20 s"]);
});
