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

/**
 * Files a report when the board's last number is `last` and the process knows `known`. Somebody else files a report
 * before each of the first `races` commits.
 */
async function fileReport({ known, last, races = 0 }: { known: number | null; last: number; races?: number }) {
  const calls: string[] = [];
  let [storedNumber, remainingRaces] = [last, races];
  const store: CallerStore = {
    readReport: async () => {
      calls.push("read report");
      return { document: null };
    },
    readLastNumber: async () => {
      calls.push("read last number");
      return { lastNumber: storedNumber };
    },
    commit: async (_id, _writes, number) => {
      calls.push(`commit ${number}`);
      if (remainingRaces > 0) {
        remainingRaces -= 1;
        storedNumber += 1;
      }
      if (number !== storedNumber + 1) return { refusal: "PERMISSION_DENIED" };
      return { time: new Date(0), version: 1 };
    },
  };
  const lastNumber: LastNumber = { value: known };
  const cache = createReportCache({ lastKnown: () => undefined });
  const response = await createReport(store, cache, lastNumber, caller, input);
  return { response, calls, known: lastNumber.value };
}

const numberOf = ({ response }: Awaited<ReturnType<typeof fileReport>>): unknown =>
  "body" in response && (response.body as { issue?: { number?: unknown } }).issue?.number;

describe("the number of a new report", () => {
  it("is the next number, without a read in a process that knows the last number", async () => {
    const filed = await fileReport({ known: 141, last: 141 });
    expect([numberOf(filed), filed.calls, filed.known]).toEqual([142, ["commit 142"], 142]);
  });

  it("needs one read in a process that does not know the last number", async () => {
    const filed = await fileReport({ known: null, last: 0 });
    expect([numberOf(filed), filed.calls]).toEqual([1, ["read last number", "commit 1"]]);
  });

  it("needs another read when another process has filed reports", async () => {
    const filed = await fileReport({ known: 141, last: 150 });
    expect([numberOf(filed), filed.calls]).toEqual([151, ["commit 142", "read last number", "commit 151"]]);
  });

  it("is the next free number even if others file reports at the same time", async () => {
    const filed = await fileReport({ known: 10, last: 10, races: 3 });
    expect(numberOf(filed)).toBe(14);
    expect(filed.calls.filter((call) => call.startsWith("commit"))).toHaveLength(4);
  });

  it("is refused as a conflict if others file reports before each attempt", async () => {
    const start = Date.now();
    vi.spyOn(Date, "now")
      .mockReturnValueOnce(start)
      .mockReturnValue(start + 60_000);
    const { response } = await fileReport({ known: 10, last: 10, races: Number.POSITIVE_INFINITY });
    expect(response).toMatchObject({ success: false, code: "conflict" });
  });
});
