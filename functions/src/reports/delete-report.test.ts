import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallerStore, CommitOutcome } from "../firestore/caller-store.ts";
import { deleteReport } from "./delete-report.ts";

beforeEach(() => {
  vi.stubEnv("GCLOUD_PROJECT", "p1");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const caller = { uid: "u1", username: "ada", isAdmin: true, credentials: { token: "", appCheck: undefined } };
const SUCCESS: CommitOutcome = { time: new Date(), version: 1 };

interface Situation {
  /** Whether another member changes the report before each read. */
  isChanging: boolean;
  /** Which commit succeeds, counted from 1; none by default. */
  successfulCommit?: number;
}

async function tryDeletion({ isChanging, successfulCommit }: Situation) {
  let reads = 0;
  let commits = 0;
  const store: CallerStore = {
    async readReport() {
      reads += 1;
      return { document: { data: {}, fields: {}, updateTime: isChanging ? `time ${reads}` : "time 1" } };
    },
    readLastNumber: () => Promise.reject(new Error("A deletion needs no number.")),
    async commit() {
      commits += 1;
      return commits === successfulCommit ? SUCCESS : { refusal: "PERMISSION_DENIED" };
    },
  };
  return { response: await deleteReport(store, caller, "r1", new Date()), commits };
}

describe("deleting a report", () => {
  it("is retried until a commit succeeds if others change the report", async () => {
    // The pauses between the attempts are random: now 0 ms long.
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { response, commits } = await tryDeletion({ isChanging: true, successfulCommit: 9 });
    expect([response, commits]).toEqual([{ kind: "json", status: 200, body: { success: true } }, 9]);
  });

  it("is refused as a conflict, not as forbidden, if others change the report before each attempt", async () => {
    // Each look at the clock is half a second later than the last one.
    let now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => {
      now += 500;
      return now;
    });
    const { response, commits } = await tryDeletion({ isChanging: true });
    expect(response).toMatchObject({ code: "conflict", error: "This report is being changed. Please try again." });
    expect(commits).toBeGreaterThan(1);
  });

  it("is refused as forbidden at once if nobody has changed the report", async () => {
    const { response, commits } = await tryDeletion({ isChanging: false });
    expect([response, commits]).toEqual([expect.objectContaining({ code: "forbidden" }), 1]);
  });
});
