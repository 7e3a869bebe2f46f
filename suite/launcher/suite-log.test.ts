import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { followLog, lastLogLines } from "./suite-log.ts";

const folder = mkdtempSync(join(tmpdir(), "log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the last log lines leave out the lines that every request causes", () => {
  const file = join(folder, "lines.log");
  writeFileSync(
    file,
    [
      "✔  functions: Loaded functions definitions from source: api.",
      "[hosting] Rewriting /api/health to http://127.0.0.1:5001 for local Function us-central1/api",
      'i  functions: Beginning execution of "us-central1-api"',
      'i  functions: Finished "us-central1-api" in 2ms',
      'i  hosting: 127.0.0.1 - - "GET /api/health HTTP/1.1" 200',
      "⚠  firestore: Fatal error occurred",
      "",
    ].join("\n"),
  );
  expect(lastLogLines(file)).toBe(
    "✔  functions: Loaded functions definitions from source: api.\n⚠  firestore: Fatal error occurred",
  );
  expect(lastLogLines(join(folder, "none.log"))).toBe("");
});

it("warnings and errors of functions, and rules that do not load, are shown; other lines are not", async () => {
  const file = join(folder, "run.log");
  const errorLine = '>  {"severity":"ERROR","message":"ä"}';
  const rulesLine = "⚠  storage: /x/storage.rules:38:1: extraneous input";
  const routineWarning = "⚠  storage: Env variable override detected.";
  writeFileSync(file, `${routineWarning}\n${rulesLine}\n`);
  const shownLines: string[] = [];
  const stop = followLog(file, (line) => shownLines.push(line));
  appendFileSync(
    file,
    `>  {"severity":"INFO","message":"fine"}\n${errorLine}\n⚠  functions: failed\n>  {"severity":"WARN`,
  );
  await vi.waitFor(() => expect(shownLines).toEqual([rulesLine, errorLine, "⚠  functions: failed"]), 5_000);
  appendFileSync(file, 'ING"}\n');
  await vi.waitFor(() => expect(shownLines.at(-1)).toBe('>  {"severity":"WARNING"}'), 5_000);
  stop();
});
