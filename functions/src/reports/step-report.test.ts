import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallerStore } from "../firestore/caller-store.ts";
import { createReportCache } from "./report-cache.ts";
import { stepReport } from "./step-report.ts";

beforeEach(() => {
  vi.stubEnv("GCLOUD_PROJECT", "p1");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const caller = { uid: "u1", username: "ada", isAdmin: true, credentials: { token: "", appCheck: undefined } };

/** Moves an open bug to IN_PROGRESS. Before the first commit, another write gives the bug the status `otherStatus`. */
async function stepDuringWrite(otherStatus: string) {
  const readStatuses: string[] = [];
  let status = "OPEN";
  let updateTime = "time 1";
  const store: CallerStore = {
    async readReport() {
      readStatuses.push(status);
      return { document: { data: { type: "bug", status }, fields: {}, updateTime } };
    },
    readLastNumber: () => Promise.reject(new Error("A step needs no number.")),
    async commit(_id, [write]) {
      if (updateTime === "time 1") {
        status = otherStatus;
        updateTime = "time 2";
      }
      const isCurrent = JSON.stringify(write!.currentDocument) === JSON.stringify({ updateTime });
      return isCurrent ? { time: new Date(0), version: 1 } : { refusal: "FAILED_PRECONDITION" };
    },
  };
  const cache = createReportCache({ lastKnownEntry: () => undefined });
  return { response: await stepReport(store, cache, caller, "r1", { status: "IN_PROGRESS" }), readStatuses };
}

describe("a step of a report that another write changes at the same time", () => {
  it("is retried if the other write has not changed the status", async () => {
    const { response, readStatuses } = await stepDuringWrite("OPEN");
    expect(response).toMatchObject({ body: { issue: { status: "IN_PROGRESS", handledByAdmin: true } } });
    expect(readStatuses).toEqual(["OPEN", "OPEN"]);
  });

  it.each(["IN_PROGRESS", "TESTING"])(
    "is a conflict if the other write has set the status %s, even if the request has no `from`",
    async (status) => {
      const { response } = await stepDuringWrite(status);
      expect(response).toMatchObject({ code: "conflict" });
    },
  );
});
