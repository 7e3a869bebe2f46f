import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { reportAt } from "../data/reports.ts";
import { ADMIN, MEMBER, reportId } from "../data/seed.ts";
import { median } from "../figures/numbers.ts";
import { latencyRow, newRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import { createHttpClient, type HttpClient } from "../harness/http-client.ts";
import { PATHS } from "../harness/modules.ts";
import { firestoreRest, reportBody } from "./firestore-rest.ts";
import { startInstancePair } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The wanted ratio of a call's time to the time of a bare commit.
const GOAL_RATIO = 1.5;

/** Functions that write and return the milliseconds. `real` calls the API; `bare` commits without the function. */
type WritePair = Record<"real" | "bare", (round: number) => Promise<number>>;

/**
 * Measures filing, amending and stepping a report. The limit is a bare commit: the same data, written to Firestore
 * without the function, by the same caller under the same rules.
 */
export async function measureWrites(logbook: Logbook, { firestoreHost, isQuick }: Environment): Promise<Row[]> {
  await loadRules(firestoreHost, logbook.projectId);
  const firestore = createHttpClient(firestoreHost);
  const { realFunction, minimalFunction, stop } = await startInstancePair(logbook);
  // A list of the minimal function (`harness/limit.ts`) is what each call costs besides its commit.
  const minimalList = (): Promise<number> =>
    minimalFunction.client.timeRequest(200, listPath(), { token: logbook.memberToken });
  try {
    const actions: [string, WritePair][] = [
      ["create", creationWrites(logbook, realFunction.client, firestore)],
      ["status change", await statusChangeWrites(logbook, realFunction.client, firestore)],
      ["amendment", amendmentWrites(logbook, realFunction.client, firestore)],
    ];
    const rows: Row[] = [];
    for (const [figure, writes] of actions) {
      const times = await interleave(
        { ...writes, minimalList },
        { rounds: isQuick ? 50 : 200, warmUpRounds: isQuick ? 50 : 150 },
      );
      const fields = { figure, reports: logbook.reportCount, goal: GOAL_RATIO };
      const combinedFigure = `${figure} ÷ (the limit's list + one bare commit)`;
      const listPlusCommitMs = median(times.minimalList) + median(times.bare);
      rows.push(
        latencyRow(fields, times.real, times.bare),
        newRow({ ...fields, figure: combinedFigure, value: median(times.real), limit: listPlusCommitMs, goal: null }),
      );
    }
    return rows;
  } finally {
    firestore.close();
    await stop();
  }
}

// The suite loads the rules only for its own project, but each measured logbook is a project of its own.
async function loadRules(firestoreHost: string, projectId: string): Promise<void> {
  const content = readFileSync(PATHS.rules, "utf8");
  const response = await fetch(`http://${firestoreHost}/emulator/v1/projects/${projectId}:securityRules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: "firestore.rules", content }] } }),
  });
  if (!response.ok) throw new Error(`The rules could not be loaded: ${await response.text()}`);
}

function creationWrites({ projectId, memberToken: token }: Logbook, api: HttpClient, firestore: HttpClient): WritePair {
  const { commitPath, newReportCommit } = firestoreRest(projectId);
  // No seeded report has this index, even in warm-up rounds, whose numbers are negative. So the text is new, and it is
  // the same for both writes of a round.
  const newReportIndex = (round: number): number => 1_000_000 + round;
  return {
    real: async (round) => {
      // This list request makes the function read the report of the last bare commit, so the measured request need not.
      await api.request(200, listPath(), { token });
      return api.timeRequest(201, "/api/issues", { method: "POST", token, body: reportBody(newReportIndex(round)) });
    },
    bare: async (round) => {
      const number = await nextNumber(projectId, firestore);
      const body = newReportCommit(randomUUID(), newReportIndex(round), number, MEMBER);
      return firestore.timeRequest(200, commitPath, { method: "POST", token, body });
    },
  };
}

/** The number that the next report must have. */
async function nextNumber(projectId: string, firestore: HttpClient): Promise<number> {
  // The emulator treats the token `owner` as an administrator's token.
  const { body } = await firestore.request(200, firestoreRest(projectId).boardPath, { token: "owner" });
  const { fields } = JSON.parse(body.toString()) as { fields: { lastNumber: { integerValue: string } } };
  return Number(fields.lastNumber.integerValue) + 1;
}

/** Moves two reports forward and back between two statuses, one through the API and one with bare commits. */
async function statusChangeWrites(
  { projectId, adminToken: token }: Logbook,
  api: HttpClient,
  firestore: HttpClient,
): Promise<WritePair> {
  const { commitPath, issuePath, newReportCommit, stepCommit } = firestoreRest(projectId);
  const apiReportId = randomUUID();
  const bareReportId = randomUUID();
  // Only bugs have the status OPEN.
  let bugIndex = 0;
  while (reportBody(bugIndex).type !== "bug") bugIndex += 1;
  for (const id of [apiReportId, bareReportId]) {
    const body = newReportCommit(id, bugIndex, await nextNumber(projectId, firestore), ADMIN);
    await firestore.request(200, commitPath, { method: "POST", token, body });
  }
  const storedReport = await firestore.request(200, issuePath(bareReportId), { token });
  let { updateTime } = JSON.parse(storedReport.body.toString()) as { updateTime: string };
  const steps = [
    { from: "OPEN", to: "IN_PROGRESS" },
    { from: "IN_PROGRESS", to: "OPEN" },
  ];
  let apiStepCount = 0;
  let bareStepCount = 0;
  return {
    real: () => {
      const { from, to } = steps[apiStepCount++ % 2]!;
      return api.timeRequest(200, `/api/issues/${apiReportId}`, { method: "PUT", token, body: { status: to, from } });
    },
    bare: async () => {
      const { to } = steps[bareStepCount++ % 2]!;
      const body = stepCommit(bareReportId, to, updateTime, ADMIN);
      const response = await firestore.request(200, commitPath, { method: "POST", token, body });
      const { writeResults } = JSON.parse(response.body.toString()) as { writeResults: { updateTime: string }[] };
      // The next commit must name the version that this commit has written.
      updateTime = writeResults[0]!.updateTime;
      return response.ms;
    },
  };
}

function amendmentWrites(
  { projectId, reportCount, memberToken: token }: Logbook,
  api: HttpClient,
  firestore: HttpClient,
): WritePair {
  const { commitPath, amendmentCommit } = firestoreRest(projectId);
  // The amendments are spread over all reports, so that no report has many: the API amends every second report, and a
  // bare commit amends the report after it.
  const apiReportIndex = (round: number): number => 2 * Math.abs(round);
  const issueIdAt = (index: number): string => reportId(index % reportCount);
  // The text is cut between characters, because the rules refuse half an emoji.
  const amendmentText = (round: number): string => [...reportAt(Math.abs(round)).description].slice(0, 150).join("");
  return {
    real: (round) => {
      const body = { issueId: issueIdAt(apiReportIndex(round)), text: amendmentText(round) };
      return api.timeRequest(201, "/api/issues/amendment", { method: "POST", token, body });
    },
    bare: (round) => {
      const issueId = issueIdAt(apiReportIndex(round) + 1);
      const body = amendmentCommit(issueId, randomUUID(), amendmentText(round), MEMBER);
      return firestore.timeRequest(200, commitPath, { method: "POST", token, body });
    },
  };
}
