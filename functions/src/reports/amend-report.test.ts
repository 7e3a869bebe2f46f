import type { Amendment } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toArrival } from "../board/entry.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { compareAmendments } from "../firestore/stored-report.ts";
import { amendIssue } from "./amend-report.ts";
import { createKnownReports } from "./known-reports.ts";

beforeEach(() => {
  vi.stubEnv("GCLOUD_PROJECT", "p1");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it("what was added to a known report is known in the order in which it is read, in the same millisecond too", async () => {
  const [issue] = fc.sample(anyIssue, { numRuns: 1, seed: 1 });
  const { id: issueId } = issue!;
  let version = 1_000;
  const { entry } = toArrival({ ...issue!, amendments: [] }, version);
  const reports = createKnownReports({ last: () => entry });
  const time = new Date("2026-11-22T04:31:28.123Z");
  const store: CallerStore = {
    readIssue: () => Promise.reject(new Error("A known report is not read.")),
    commit: async () => ({ time, version: ++version }),
  };
  const caller = { uid: "u1", username: "ada", isAdmin: false, credentials: { idToken: "", appCheck: undefined } };
  for (const id of ["c", "a", "b"]) await amendIssue(store, reports, caller, { id, issueId, text: id });
  const known = JSON.parse(reports.recall(issueId)!.report.amendment) as Amendment[];
  expect(known).toEqual([...known].sort(compareAmendments));
  expect(known.map(({ id }) => id)).toEqual(["a", "b", "c"]);
});
