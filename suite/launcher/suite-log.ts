import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";

/** What firebase-tools says at every request, and its closing words: nothing that explains a failure. */
const ROUTINE =
  /^\s*$|Beginning execution of|Finished "|\[hosting\] Rewriting|^i {2}hosting: |^[┌├└│]|Emulator Hub host|reserved ports|^Issues\? |Env variable override/;

/** The last lines of a suite's log that may explain why it ended. */
export function lastLogLines(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, "utf8").split("\n") : [];
  return lines
    .filter((line) => !ROUTINE.test(line))
    .slice(-15)
    .join("\n");
}

const SERIOUS = /"severity":"(WARNING|ERROR|CRITICAL|ALERT|EMERGENCY)"|^⚠ {2}functions|^⚠ {2}storage: .*\.rules:\d/;

/** Whether a person should see a line of the log while the suite runs: functions' warnings and errors, Storage rules that do not load. */
function isSerious(line: string): boolean {
  return SERIOUS.test(line);
}

const EVERY_MS = 1000;

/** Shows what is serious, from the log's beginning on; gives what ends that. */
export function followLog(logFile: string, show: (line: string) => void): () => void {
  const file = openSync(logFile, "r");
  let position = 0;
  let rest = "";
  const look = () => {
    const size = fstatSync(file).size;
    if (size <= position) return;
    const chunk = Buffer.alloc(size - position);
    position += readSync(file, chunk, 0, chunk.length, position);
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (isSerious(line)) show(line);
  };
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    closeSync(file);
  };
}
