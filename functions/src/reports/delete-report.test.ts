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

const caller = { uid: "u1", username: "ada", isAdmin: true, credentials: { idToken: "", appCheck: undefined } };
const DONE: CommitOutcome = { time: new Date(), version: 1 };

/** Deletes a report that changes before each read, or never. Of the commits only number `success` succeeds. */
async function tryDeletion({ changes, success = Number.POSITIVE_INFINITY }: { changes: boolean; success?: number }) {
  let [reads, commits] = [0, 0];
  const store: CallerStore = {
    async readReport() {
      reads += 1;
      return { document: { data: {}, fields: {}, updateTime: changes ? `time ${reads}` : "time 1" } };
    },
    readLastNumber: () => Promise.reject(new Error("A deletion needs no number.")),
    async commit() {
      commits += 1;
      return commits === success ? DONE : { refusal: "PERMISSION_DENIED" };
    },
  };
  return { response: await deleteReport(store, caller, "r1", new Date(), 300), commits };
}

describe("deleting a report that others change", () => {
  it("is retried until no other write comes between", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { response, commits } = await tryDeletion({ changes: true, success: 9 });
    expect([response, commits]).toEqual([{ kind: "json", status: 200, body: { success: true } }, 9]);
  });

  it("ends as a conflict, not as a missing permission, if the others never stop", async () => {
    const { response, commits } = await tryDeletion({ changes: true });
    expect(response).toMatchObject({ code: "conflict", error: "This report is being changed. Please try again." });
    expect(commits).toBeGreaterThan(1);
  });

  it("ends as a missing permission if the report has not changed", async () => {
    const { response, commits } = await tryDeletion({ changes: false });
    expect([response, commits]).toEqual([expect.objectContaining({ code: "forbidden" }), 1]);
  });
});
