import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

/** Lines that firebase-tools logs at every start, request or end. They explain no failure. */
const ROUTINE_LINE =
  /^\s*$|Beginning execution of|Finished "|\[hosting\] Rewriting|^i {2}hosting: |^[┌├└│]|Emulator Hub host|reserved ports|^Issues\? |Env variable override/;

/** A log's text; empty if the log does not exist yet. */
export function readLog(logFile: string): string {
  return existsSync(logFile) ? readFileSync(logFile, "utf8") : "";
}

/** The last 15 lines of a suite's log that may explain why the suite ended. */
export function lastLogLines(logFile: string): string {
  const usefulLines = readLog(logFile)
    .split("\n")
    .filter((line) => !ROUTINE_LINE.test(line));
  return usefulLines.slice(-15).join("\n");
}

/** Lines to show while the suite runs: functions' warnings and errors, Storage rules that do not load. */
const SERIOUS_LINE =
  /"severity":"(WARNING|ERROR|CRITICAL|ALERT|EMERGENCY)"|^⚠ {2}functions|^⚠ {2}storage: .*\.rules:\d/;

const CHECK_INTERVAL_MS = 1000;

/** Shows the warnings and errors of the log, from its beginning. Returns the function that stops showing them. */
export function followLog(logFile: string, show: (line: string) => void): () => void {
  const fileDescriptor = openSync(logFile, "r");
  let position = 0;
  const decoder = new StringDecoder("utf8");
  let unfinishedLine = "";
  const showNewLines = () => {
    const size = fstatSync(fileDescriptor).size;
    if (size <= position) return;
    const chunk = Buffer.alloc(size - position);
    position += readSync(fileDescriptor, chunk, 0, chunk.length, position);
    const lines = (unfinishedLine + decoder.write(chunk)).split("\n");
    unfinishedLine = lines.pop() ?? "";
    for (const line of lines) if (SERIOUS_LINE.test(line)) show(line);
  };
  const timer = setInterval(showNewLines, CHECK_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    closeSync(fileDescriptor);
  };
}
