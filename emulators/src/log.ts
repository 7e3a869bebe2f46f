import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";

/** What firebase-tools says at every request, and its closing words: nothing that explains a failure. */
const ROUTINE =
  /^\s*$|Beginning execution of|Finished "|\[hosting\] Rewriting|^i {2}hosting: |^[┌├└│]|Emulator Hub host|reserved ports|^Issues\? |Env variable override/;

/** The last lines of a suite's log that may explain why it ended. */
export function lastWords(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, "utf8").split("\n") : [];
  return lines
    .filter((line) => !ROUTINE.test(line))
    .slice(-15)
    .join("\n");
}

const SERIOUS = /"severity":"(WARNING|ERROR|CRITICAL|ALERT|EMERGENCY)"|^⚠ {2}functions|^⚠ {2}storage: .*\.rules:\d/;
const REFUSED_RULES = /:securityRules had HTTP Error/;

/** What a person should see of a line of the log while the suite runs: functions' warnings and errors, rules that do not load. */
export function seriousPart(line: string): string | null {
  if (REFUSED_RULES.test(line)) return "The changed firestore.rules has an error; the rules before it stay in force.";
  return SERIOUS.test(line) ? line : null;
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
    for (const part of lines.map(seriousPart)) if (part !== null) show(part);
  };
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    closeSync(file);
  };
}
