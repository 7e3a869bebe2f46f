import { readParts, visitAll } from "../coverage/firestore.ts";

/** The suites that evaluate each line of firestore.rules, from the coverage in `folder`. */
export function suitesByLine(folder: string): Map<number, Set<string>> {
  const byLine = new Map<number, Set<string>>();
  for (const { test, report } of readParts(folder)) {
    visitAll(report.report, ({ sourcePosition: { line }, values }) => {
      if (values?.length) byLine.set(line, (byLine.get(line) ?? new Set()).add(test));
    });
  }
  return byLine;
}
