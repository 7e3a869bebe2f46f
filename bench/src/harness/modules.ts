import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const WORK_FOLDER = join(ROOT, ".data", "bench");

export const PATHS = {
  /** The folder for everything that a run writes. */
  work: WORK_FOLDER,
  realFunction: join(ROOT, "functions", "dist"),
  job: join(ROOT, "functions", "dist", "job.js"),
  minimalFunction: join(WORK_FOLDER, "limit"),
  preload: join(WORK_FOLDER, "preload.js"),
  rules: join(ROOT, "firestore.rules"),
} as const;

/**
 * Writes `limit.ts` and `preload.ts` as JavaScript, because Node would need time to strip their types at each cold
 * start. The JavaScript files are inside the checkout, so that Node finds the packages that they import.
 */
export function writeModules(): void {
  mkdirSync(PATHS.minimalFunction, { recursive: true });
  writeAsJavaScript("limit.ts", join(PATHS.minimalFunction, "index.js"));
  writeAsJavaScript("preload.ts", PATHS.preload);
  // These files make Node run the JavaScript as modules.
  writeFileSync(join(PATHS.minimalFunction, "package.json"), '{"type":"module","main":"index.js"}\n');
  writeFileSync(join(WORK_FOLDER, "package.json"), '{"type":"module"}\n');
}

function writeAsJavaScript(source: string, target: string): void {
  writeFileSync(target, stripTypeScriptTypes(readFileSync(new URL(source, import.meta.url), "utf8")));
}
