import { type EmptySuite, startEmptySuites } from "../../suite/launcher/empty-suite.ts";

/** Starts the suites of the tests: whole ones with the built page and functions, or Auth, Firestore and Storage only. */
export function startTestSuites(
  stopSignal: AbortSignal,
  { isWhole, count }: { isWhole: boolean; count: number },
): Promise<EmptySuite[]> {
  const page = isWhole ? "built" : "placeholder";
  const purpose = { name: "the tests", projectId: "demo-logbook-test", page, storesOnly: !isWhole } as const;
  return startEmptySuites(stopSignal, purpose, count);
}
