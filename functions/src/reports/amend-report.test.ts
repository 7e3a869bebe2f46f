import type { Amendment } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toEntry } from "../board/entry.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { compareAmendments } from "../firestore/stored-report.ts";
import { amendReport } from "./amend-report.ts";
import { createReportCache } from "./report-cache.ts";

beforeEach(() => {
  vi.stubEnv("GCLOUD_PROJECT", "p1");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it("amendments of a cached report are sorted like stored ones, even if all have the same time", async () => {
  const issue = fc.sample(anyIssue, { numRuns: 1, seed: 1 })[0]!;
  const issueId = issue.id;
  let version = 1_000;
  const { entry } = toEntry({ ...issue, amendments: [] }, version);
  const cache = createReportCache({ lastKnownEntry: () => entry });
  const time = new Date("2026-11-22T04:31:28.123Z");
  const store: CallerStore = {
    readReport: () => Promise.reject(new Error("A cached report is not read.")),
    readLastNumber: () => Promise.reject(new Error("An amendment needs no number.")),
    commit: async () => {
      version += 1;
      return { time, version };
    },
  };
  const caller = { uid: "u1", username: "ada", isAdmin: false, credentials: { token: "", appCheck: undefined } };
  for (const id of ["c", "a", "b"]) await amendReport(store, cache, caller, { id, issueId, text: id });
  const amendments = JSON.parse(cache.get(issueId)!.report.amendment) as Amendment[];
  expect(amendments).toEqual([...amendments].sort(compareAmendments));
  expect(amendments.map(({ id }) => id)).toEqual(["a", "b", "c"]);
});
