#!/usr/bin/env node
// The storage-rules runtime that the Storage emulator talks to over its standard streams. See README.md.
import { recordCoverage } from "./coverage.ts";
import { READY, Runtime } from "./runtime.ts";

const coverageFile = process.env.LOGBOOK_STORAGE_COVERAGE;
const runtime = new Runtime(coverageFile === undefined ? undefined : recordCoverage(coverageFile));

let unfinishedLine = "";
process.stdin.setEncoding("utf8").on("data", (chunk: string) => {
  // Only `\n` ends a line. Node's readline also splits at U+2028, which JSON may contain.
  const lines = (unfinishedLine + chunk).split("\n");
  unfinishedLine = lines.pop() ?? "";
  for (const line of lines) writeLine(runtime.receive(line));
});
writeLine(READY);

/** Writes a message as one line of ASCII: firebase-tools could cut a character of several bytes in two. */
function writeLine(message: unknown): void {
  const escapeCodeUnit = (codeUnit: string) => `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  process.stdout.write(`${JSON.stringify(message).replace(/[^\0-\x7f]/g, escapeCodeUnit)}\n`);
}
