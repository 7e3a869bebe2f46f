import { type EmptySuite, startEmptySuites } from "../../suite/launcher/empty-suite.ts";

/** The suites of the tests: whole ones, with what is built, or the stores and Auth alone. */
export function startTestSuites(
  stopSignal: AbortSignal,
  { isWhole, count }: { isWhole: boolean; count: number },
): Promise<EmptySuite[]> {
  const page = isWhole ? "built" : "placeholder";
  const purpose = { what: "the tests", projectId: "demo-logbook-test", page, storesOnly: !isWhole } as const;
  return startEmptySuites(stopSignal, purpose, count);
}
