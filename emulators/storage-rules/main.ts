#!/usr/bin/env node
// The storage-rules runtime that the Storage emulator talks to over its standard streams. See README.md.
import { LineSplitter, toLine } from "./lines.ts";
import { READY, Runtime } from "./runtime.ts";

const lines = new LineSplitter();
const runtime = new Runtime();

process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  for (const line of lines.push(chunk)) {
    const answer = runtime.receive(line);
    if (answer) process.stdout.write(toLine(answer));
  }
});
process.stdout.write(toLine(READY));
