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

/** Deletes a report that changes before each read, or never; only the `lucky` commit succeeds. */
async function deleteFrom({ changes, lucky = Number.POSITIVE_INFINITY }: { changes: boolean; lucky?: number }) {
  let [read, committed] = [0, 0];
  const store: CallerStore = {
    async readReport() {
      read += 1;
      return { document: { data: {}, fields: {}, updateTime: changes ? `time ${read}` : "time 1" } };
    },
    readLastNumber: () => Promise.reject(new Error("A deletion needs no number.")),
    async commit() {
      committed += 1;
      return committed === lucky ? DONE : { refusal: "PERMISSION_DENIED" };
    },
  };
  return { response: await deleteReport(store, caller, "r1", new Date(), 300), committed };
}

describe("deleting a report that others change", () => {
  it("is retried until no other write interferes", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { response, committed } = await deleteFrom({ changes: true, lucky: 9 });
    expect([response, committed]).toEqual([{ kind: "json", status: 200, body: { success: true } }, 9]);
  });

  it("ends as a conflict, not as a missing permission, if they never stop", async () => {
    const { response, committed } = await deleteFrom({ changes: true });
    expect(response).toMatchObject({ code: "conflict", error: "This report is being changed. Please try again." });
    expect(committed).toBeGreaterThan(1);
  });

  it("is a missing permission if the report has not changed", async () => {
    const { response, committed } = await deleteFrom({ changes: false });
    expect([response, committed]).toEqual([expect.objectContaining({ code: "forbidden" }), 1]);
  });
});
