import { readFirestoreReports, visitNodes } from "../coverage/firestore.ts";

/** The names of the test suites that evaluate each line of firestore.rules, from the coverage in `folder`. */
export function suitesByLine(folder: string): Map<number, Set<string>> {
  const suites = new Map<number, Set<string>>();
  for (const { test: suiteName, report } of readFirestoreReports(folder)) {
    visitNodes(report.report, ({ sourcePosition: { line }, values }) => {
      if (values?.length) suites.set(line, (suites.get(line) ?? new Set()).add(suiteName));
    });
  }
  return suites;
}
