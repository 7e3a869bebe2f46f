import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const HERE = join(ROOT, ".data", "bench");

/** Folders and files of the processes that are measured. */
export const PATHS = {
  /** Where a run keeps what it makes. */
  work: HERE,
  real: join(ROOT, "functions", "dist"),
  job: join(ROOT, "functions", "dist", "job.js"),
  limit: join(HERE, "limit"),
  preload: join(HERE, "preload.js"),
  rules: join(ROOT, "firestore.rules"),
} as const;

/**
 * Writes the limit and the preload as plain JavaScript, as the real function is: Node would take time for stripping
 * their types at each cold start. Inside the checkout, so that they find the packages.
 */
export function writeModules(): void {
  mkdirSync(PATHS.limit, { recursive: true });
  write("limit.ts", join(PATHS.limit, "index.js"));
  write("preload.ts", PATHS.preload);
  writeFileSync(join(PATHS.limit, "package.json"), '{"type":"module","main":"index.js"}\n');
  writeFileSync(join(HERE, "package.json"), '{"type":"module"}\n');
}

function write(source: string, target: string): void {
  writeFileSync(target, stripTypeScriptTypes(readFileSync(new URL(source, import.meta.url), "utf8")));
}
