import { type CreateIssue, createIssueSchema } from "@logbook/domain";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LastNumber } from "../firestore/board-head.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { createReport } from "./create-report.ts";
import { createReportCache } from "./report-cache.ts";

beforeEach(() => {
  vi.stubEnv("GCLOUD_PROJECT", "p1");
  // The pauses between the attempts are random: now 0 ms long.
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
const caller = { uid: "u1", username: "ada", isAdmin: false, credentials: { token: "", appCheck: undefined } };

interface Situation {
  /** The number of the report that was filed last, as the process knows it. */
  knownNumber: number | null;
  /** The number of the report that was filed last, as the board has it. */
  boardNumber: number;
  /** Another member files a report before each of the first `races` commits. */
  races?: number;
}

async function fileReport({ knownNumber, boardNumber, races = 0 }: Situation) {
  const calls: string[] = [];
  let storedNumber = boardNumber;
  let remainingRaces = races;
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
  const lastNumber: LastNumber = { value: knownNumber };
  const cache = createReportCache({ lastKnownEntry: () => undefined });
  const response = await createReport(store, cache, lastNumber, caller, input);
  return { response, calls, knownNumberAfter: lastNumber.value };
}

const assignedNumber = ({ response }: Awaited<ReturnType<typeof fileReport>>): unknown =>
  "body" in response && (response.body as { issue?: { number?: unknown } }).issue?.number;

describe("the number of a new report", () => {
  it("is the next one, and needs no read if the process knows the last number", async () => {
    const result = await fileReport({ knownNumber: 141, boardNumber: 141 });
    expect([assignedNumber(result), result.calls, result.knownNumberAfter]).toEqual([142, ["commit 142"], 142]);
  });

  it("needs one read if the process does not know the last number", async () => {
    const result = await fileReport({ knownNumber: null, boardNumber: 0 });
    expect([assignedNumber(result), result.calls]).toEqual([1, ["read last number", "commit 1"]]);
  });

  it("needs one read if another process has filed reports since", async () => {
    const result = await fileReport({ knownNumber: 141, boardNumber: 150 });
    expect([assignedNumber(result), result.calls]).toEqual([151, ["commit 142", "read last number", "commit 151"]]);
  });

  it("is the next free one even if others file reports at the same time", async () => {
    const result = await fileReport({ knownNumber: 10, boardNumber: 10, races: 3 });
    expect(assignedNumber(result)).toBe(14);
    expect(result.calls.filter((call) => call.startsWith("commit"))).toHaveLength(4);
  });

  it("is not assigned if others file reports before each attempt: the response is a conflict", async () => {
    const firstAttemptAt = Date.now();
    const afterLastRetry = firstAttemptAt + 60_000;
    vi.spyOn(Date, "now").mockReturnValueOnce(firstAttemptAt).mockReturnValue(afterLastRetry);
    const { response } = await fileReport({ knownNumber: 10, boardNumber: 10, races: Number.POSITIVE_INFINITY });
    expect(response).toMatchObject({ success: false, code: "conflict" });
  });
});
