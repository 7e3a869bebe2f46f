#!/usr/bin/env node
// The storage-rules runtime that the Storage emulator talks to over its standard streams. See README.md.
import { Coverage } from "./coverage.ts";
import { LineSplitter, toLine } from "./lines.ts";
import { READY, Runtime } from "./runtime.ts";

const lines = new LineSplitter();
const coverageFile = process.env.LOGBOOK_STORAGE_COVERAGE;
const runtime = new Runtime(coverageFile === undefined ? undefined : new Coverage(coverageFile));

process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  for (const line of lines.push(chunk)) {
    const response = runtime.receive(line);
    if (response) process.stdout.write(toLine(response));
  }
});
process.stdout.write(toLine(READY));
