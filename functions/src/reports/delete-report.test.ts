import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallerStore, CommitOutcome } from "../firestore/caller-store.ts";
import { deleteIssue } from "./delete-report.ts";

beforeEach(() => {
  vi.stubEnv("GCLOUD_PROJECT", "p1");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const caller = { uid: "u1", username: "ada", isAdmin: true, credentials: { idToken: "", appCheck: undefined } };
const DONE: CommitOutcome = { time: new Date(), version: 1 };

/** Deletes a report that is in another version at each reading, or always in one; the `lucky` commit is let through. */
async function deleteFrom({ changes, lucky = Number.POSITIVE_INFINITY }: { changes: boolean; lucky?: number }) {
  let [read, committed] = [0, 0];
  const store: CallerStore = {
    async readIssue() {
      read += 1;
      return { document: { fields: {}, version: changes ? `version ${read}` : "version 1" } };
    },
    async commit() {
      committed += 1;
      return committed === lucky ? DONE : { refusal: "PERMISSION_DENIED" };
    },
  };
  return { answer: await deleteIssue(store, caller, "r1", new Date(), 300), committed };
}

describe("deleting a report that others change meanwhile", () => {
  it("is tried until it meets no other write", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { answer, committed } = await deleteFrom({ changes: true, lucky: 9 });
    expect([answer, committed]).toEqual([{ kind: "json", status: 200, body: { success: true } }, 9]);
  });

  it("that never rests is a conflict in the end, not a lack of permission", async () => {
    const { answer, committed } = await deleteFrom({ changes: true });
    expect(answer).toMatchObject({ code: "conflict", error: "This report is being changed. Please try again." });
    expect(committed).toBeGreaterThan(1);
  });

  it("is a lack of permission where nobody changed anything", async () => {
    const { answer, committed } = await deleteFrom({ changes: false });
    expect([answer, committed]).toEqual([expect.objectContaining({ code: "forbidden" }), 1]);
  });
});
