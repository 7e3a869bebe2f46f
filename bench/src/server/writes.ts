import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { reportAt } from "../data/reports.ts";
import { ADMIN, MEMBER, reportId } from "../data/seed.ts";
import { interleave } from "../figures/interleave.ts";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/rows.ts";
import { inCheckout } from "../harness/environment.ts";
import { createHttpClient, type HttpClient } from "../harness/http-client.ts";
import { commitBodies, reportBody } from "./commits.ts";
import { type Instance, withBoth } from "./instance.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The wanted ratio of a call's time to the time of a bare commit.
const GOAL_RATIO = 1.5;
// The emulator treats this token as an administrator's token.
const OWNER = { token: "owner" };

/** Functions that write and return the milliseconds. `real` calls the API; `bare` needs Firestore only. */
type WritePair = Record<"real" | "bare", (round: number) => Promise<number>>;

/**
 * Measures the creation, amendment and status change of reports. The limit is one read of the documents that decide, and
 * one commit of the same data, without the function. Also measures the first list after such a write.
 */
export async function measureWrites(logbook: Logbook): Promise<Row[]> {
  const { isQuick, reportCount: reports, firestoreHost } = logbook;
  await loadRules(logbook);
  const firestore = createHttpClient(firestoreHost);
  const rounds = isQuick ? { rounds: 50, warmUpRounds: 50 } : { rounds: 200, warmUpRounds: 150 };
  const measure = async (real: Instance, minimal: Instance): Promise<Row[]> => {
    const writes: Record<string, WritePair> = {
      create: creationWrites(logbook, real.client, firestore),
      "status change": statusChangeWrites(logbook, real.client, firestore),
      amendment: amendmentWrites(logbook, real.client, firestore),
    };
    const rows: Row[] = [];
    for (const [figure, pair] of Object.entries(writes)) {
      // Besides its read and commit, each call verifies a token, as a list of the minimal function (`harness/limit.js`).
      const times = await interleave({ ...pair, minimalList: () => minimal.timeList() }, rounds);
      const value = median(times.real);
      const commitMs = median(times.bare);
      const combinedFigure = `${figure} ÷ (the limit's list + one bare commit)`;
      rows.push(
        newRow({ figure, reports, value, limit: commitMs, goal: GOAL_RATIO }),
        newRow({ figure: combinedFigure, reports, value, limit: median(times.minimalList) + commitMs }),
      );
    }
    rows.push(await measureAfterWrite(logbook, real, minimal, firestore));
    return rows;
  };
  return await withBoth(logbook, measure).finally(firestore.close);
}

const documentsOf = ({ projectId }: Logbook): string => `projects/${projectId}/databases/(default)/documents`;

/** Reads these documents at once, then commits with this token. Returns the milliseconds of both. */
async function readAndCommit(
  logbook: Logbook,
  firestore: HttpClient,
  paths: readonly string[],
  body: object,
  { token }: { token: string } = OWNER,
): Promise<number> {
  const documents = documentsOf(logbook);
  const names = paths.map((path) => `${documents}/${path}`);
  const readMs = await firestore.time(`/v1/${documents}:batchGet`, {
    method: "POST",
    ...OWNER,
    body: { documents: names },
  });
  return readMs + (await firestore.time(`/v1/${documents}:commit`, { method: "POST", token, body }));
}

// The suite loads the rules only for its own project, but each measured logbook is a project of its own.
async function loadRules({ firestoreHost, projectId }: Logbook): Promise<void> {
  const content = readFileSync(inCheckout("firestore.rules"), "utf8");
  const response = await fetch(`http://${firestoreHost}/emulator/v1/projects/${projectId}:securityRules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: "firestore.rules", content }] } }),
  });
  if (!response.ok) throw new Error(`The rules could not be loaded: ${await response.text()}`);
}

function creationWrites(logbook: Logbook, api: HttpClient, firestore: HttpClient): WritePair {
  const { memberToken: token } = logbook;
  const documents = documentsOf(logbook);
  // No seeded report has this index. So the text is new, and it is the same for both writes of a round.
  const newReportIndex = (round: number): number => 1_000_000 + round;
  return {
    real: async (round) => {
      // This list request makes the function read the report of the last bare commit, so the measured request need not.
      await api.request(listPath(), { token });
      return api.time("/api/issues", { method: "POST", token, body: reportBody(newReportIndex(round)) });
    },
    bare: async (round) => {
      const board = await firestore.request(`/v1/${documents}/boards/main`, OWNER);
      const { fields } = JSON.parse(board.body.toString()) as { fields: { lastNumber: { integerValue: string } } };
      const number = Number(fields.lastNumber.integerValue) + 1;
      const id = randomUUID();
      const body = commitBodies(documents).newReport(id, newReportIndex(round), number);
      const paths = ["boards/main", `members/${MEMBER.uid}`, `follows/${MEMBER.uid}`, `issues/${id}`, `trash/${id}`];
      return readAndCommit(logbook, firestore, paths, body);
    },
  };
}

/** Moves two reports forward and back between two statuses, one through the API and one with bare commits. */
function statusChangeWrites(logbook: Logbook, api: HttpClient, firestore: HttpClient): WritePair {
  const { adminToken: token, reportCount } = logbook;
  const openBugs = Array.from({ length: Math.min(1_000, reportCount) }, (_, index) => index).filter(
    (index) => reportAt(index).type === "bug" && reportAt(index).status === "OPEN",
  );
  const [apiReportId, bareReportId] = openBugs.map(reportId) as [string, string];
  const statusAfter = (round: number): string => (round % 2 === 0 ? "IN_PROGRESS" : "OPEN");
  return {
    real: (round) => {
      const body = { status: statusAfter(round), from: statusAfter(round - 1) };
      return api.time(`/api/issues/${apiReportId}`, { method: "PUT", token, body });
    },
    bare: (round) => {
      const body = commitBodies(documentsOf(logbook)).statusChange(
        bareReportId,
        statusAfter(round - 1),
        statusAfter(round),
      );
      const paths = [`members/${ADMIN.uid}`, `issues/${bareReportId}`];
      return readAndCommit(logbook, firestore, paths, body, { token });
    },
  };
}

function amendmentWrites(logbook: Logbook, api: HttpClient, firestore: HttpClient): WritePair {
  const { reportCount, memberToken: token } = logbook;
  // The amendments are spread over all reports, so that no report has many: the API amends every second report, and a
  // bare commit amends the report after it.
  const issueIdAt = (index: number): string => reportId(index % reportCount);
  // The text is cut between characters, because the rules refuse half an emoji.
  const amendmentText = (round: number): string => [...reportAt(round).description].slice(0, 150).join("");
  return {
    real: (round) => {
      const body = { issueId: issueIdAt(2 * round), text: amendmentText(round) };
      return api.time("/api/issues/amendment", { method: "POST", token, body });
    },
    bare: (round) => {
      const issueId = issueIdAt(2 * round + 1);
      const body = commitBodies(documentsOf(logbook)).amendment(issueId, randomUUID(), amendmentText(round));
      const paths = [`members/${MEMBER.uid}`, `follows/${MEMBER.uid}`, `issues/${issueId}`];
      return readAndCommit(logbook, firestore, paths, body);
    },
  };
}

/**
 * Measures the first list after a write by somebody else, for which the function has to read the changed report. The
 * limit is a list of the minimal function plus a read of the report.
 */
async function measureAfterWrite(
  logbook: Logbook,
  real: Instance,
  minimal: Instance,
  firestore: HttpClient,
): Promise<Row> {
  const { isQuick, reportCount: reports } = logbook;
  const { bare: amendWithoutFunction } = amendmentWrites(logbook, real.client, firestore);
  const times = await interleave(
    {
      real: async (round) => {
        await amendWithoutFunction(round);
        return await real.timeList();
      },
      minimal: async (round) => {
        const reportPath = `/v1/${documentsOf(logbook)}/issues/${reportId(round % reports)}`;
        return (await minimal.timeList()) + (await firestore.time(reportPath, OWNER));
      },
    },
    { rounds: isQuick ? 50 : 200 },
  );
  const figure = "list, the first after another's write";
  return newRow({ figure, reports, value: median(times.real), limit: median(times.minimal) });
}
