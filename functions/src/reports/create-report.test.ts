import type { CreateIssue } from "@logbook/domain";
import { createIssueSchema } from "@logbook/domain";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallerStore } from "../firestore/caller-store.ts";
import type { LastNumber } from "../firestore/last-number.ts";
import { createReport } from "./create-report.ts";
import { createReportCache } from "./report-cache.ts";

beforeEach(() => {
  vi.stubEnv("GCLOUD_PROJECT", "p1");
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const input: CreateIssue = createIssueSchema.parse({
  id: "r1",
  type: "bug",
  title: "Photo upload fails",
  description: "At 90 %.",
});
const caller = { uid: "u1", username: "ada", isAdmin: false, credentials: { idToken: "", appCheck: undefined } };

/** Files a report where the board counts to `last`; others file one before each of the first `races` commits. */
async function file({ known, last, races = 0 }: { known: number | null; last: number; races?: number }) {
  const calls: string[] = [];
  let [stored, left] = [last, races];
  const store: CallerStore = {
    readReport: async () => {
      calls.push("read report");
      return { document: null };
    },
    readLastNumber: async () => {
      calls.push("read last number");
      return { lastNumber: stored };
    },
    commit: async (_id, _writes, number) => {
      calls.push(`commit ${number}`);
      if (left > 0) {
        left -= 1;
        stored += 1;
      }
      if (number !== stored + 1) return { refusal: "PERMISSION_DENIED" };
      return { time: new Date(0), version: 1 };
    },
  };
  const process: LastNumber = { value: known };
  const cache = createReportCache({ lastKnown: () => undefined });
  const response = await createReport(store, cache, process, caller, input);
  return { response, calls, known: process.value };
}

const numberOf = ({ response }: Awaited<ReturnType<typeof file>>): unknown =>
  "body" in response && (response.body as { issue?: { number?: unknown } }).issue?.number;

describe("the number of a new report", () => {
  it("is the next one, without a read in a process that knows the last one", async () => {
    const filed = await file({ known: 141, last: 141 });
    expect([numberOf(filed), filed.calls, filed.known]).toEqual([142, ["commit 142"], 142]);
  });

  it("is read once in a process that knows none", async () => {
    const filed = await file({ known: null, last: 0 });
    expect([numberOf(filed), filed.calls]).toEqual([1, ["read last number", "commit 1"]]);
  });

  it("is read again when another process has filed reports", async () => {
    const filed = await file({ known: 141, last: 150 });
    expect([numberOf(filed), filed.calls]).toEqual([151, ["commit 142", "read last number", "commit 151"]]);
  });

  it("is tried again as often as others are faster", async () => {
    const filed = await file({ known: 10, last: 10, races: 3 });
    expect(numberOf(filed)).toBe(14);
    expect(filed.calls.filter((call) => call.startsWith("commit"))).toHaveLength(4);
  });

  it("that others always take ends as a conflict", async () => {
    const start = Date.now();
    vi.spyOn(Date, "now")
      .mockReturnValueOnce(start)
      .mockReturnValue(start + 60_000);
    const { response } = await file({ known: 10, last: 10, races: Number.POSITIVE_INFINITY });
    expect(response).toMatchObject({ success: false, code: "conflict" });
  });
});
