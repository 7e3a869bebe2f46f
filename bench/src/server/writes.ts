import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { reportAt } from "../data/reports.ts";
import { ADMIN, MEMBER, reportId } from "../data/seed.ts";
import { median } from "../figures/numbers.ts";
import { latencyRow, type Row, row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import { createHttpClient, type HttpClient } from "../harness/http-client.ts";
import { PATHS } from "../harness/modules.ts";
import { firestoreRest, reportBody } from "./firestore-rest.ts";
import { startInstancePair } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

const GOAL_RATIO = 1.5;

/** Each run returns its milliseconds: `real` sends a request to the API, `bare` a commit to Firestore. */
type Runs = Record<"real" | "bare", (round: number) => Promise<number>>;

/**
 * Measures filing, amending and stepping a report as ratios to a bare commit: the same data, written to Firestore
 * without the function, by the same caller under the same rules. The limit of a list is the time of a function that does
 * only what a list request cannot avoid (`harness/limit.ts`).
 */
export async function measureWrites(logbook: Logbook, { firestoreHost, quick }: Environment): Promise<Row[]> {
  await loadRules(firestoreHost, logbook.projectId);
  const firestore = createHttpClient(firestoreHost);
  const { real, limit, stop } = await startInstancePair(logbook);
  const listFromLimit = (): Promise<number> => limit.client.time(200, listPath(), { token: logbook.memberToken });
  try {
    const actions: [string, Runs][] = [
      ["create", creationRuns(logbook, real.client, firestore)],
      ["status change", await statusChangeRuns(logbook, real.client, firestore)],
      ["amendment", amendmentRuns(logbook, real.client, firestore)],
    ];
    const rows: Row[] = [];
    for (const [figure, runs] of actions) {
      const times = await interleave(
        { ...runs, listFromLimit },
        { rounds: quick ? 50 : 200, warmUpRounds: quick ? 50 : 150 },
      );
      const label = { figure, reports: logbook.reports, goal: GOAL_RATIO };
      const combinedFigure = `${figure} ÷ (the limit's list + one bare commit)`;
      const listPlusCommitMs = median(times.listFromLimit) + median(times.bare);
      rows.push(
        latencyRow(label, times.real, times.bare),
        row({ ...label, figure: combinedFigure, value: median(times.real), limit: listPlusCommitMs, goal: null }),
      );
    }
    return rows;
  } finally {
    firestore.close();
    await stop();
  }
}

// The suite loads the rules only for its own project.
async function loadRules(firestoreHost: string, projectId: string): Promise<void> {
  const response = await fetch(`http://${firestoreHost}/emulator/v1/projects/${projectId}:securityRules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      rules: { files: [{ name: "firestore.rules", content: readFileSync(PATHS.rules, "utf8") }] },
    }),
  });
  if (!response.ok) throw new Error(`The rules could not be loaded: ${await response.text()}`);
}

function creationRuns({ projectId, memberToken: token }: Logbook, api: HttpClient, firestore: HttpClient): Runs {
  const { commitPath, createCommit } = firestoreRest(projectId);
  // An index that no seeded report has, so that the text is new. Both writes of a round have the same text.
  const n = (round: number): number => 1_000_000 + round;
  return {
    real: async (round) => {
      // A bare commit files a report without this instance. The list request lets it read that report and its number.
      await api.expect(200, listPath(), { token });
      return api.time(201, "/api/issues", { method: "POST", token, body: reportBody(n(round)) });
    },
    bare: async (round) => {
      const body = createCommit(randomUUID(), n(round), await nextNumber(projectId, firestore), MEMBER);
      return firestore.time(200, commitPath, { method: "POST", token, body });
    },
  };
}

/** The number that the next report has to have. */
async function nextNumber(projectId: string, firestore: HttpClient): Promise<number> {
  const { body } = await firestore.expect(200, firestoreRest(projectId).boardPath, { token: "owner" });
  const { fields } = JSON.parse(body.toString()) as { fields: { lastNumber: { integerValue: string } } };
  return Number(fields.lastNumber.integerValue) + 1;
}

/** Moves two reports forward and back between two statuses, one through the API and one with bare commits. */
async function statusChangeRuns(
  { projectId, adminToken: token }: Logbook,
  api: HttpClient,
  firestore: HttpClient,
): Promise<Runs> {
  const { commitPath, issuePath, createCommit, stepCommit } = firestoreRest(projectId);
  const [apiReport, bareReport] = [randomUUID(), randomUUID()];
  let bugIndex = 0;
  while (reportBody(bugIndex).type !== "bug") bugIndex += 1;
  for (const id of [apiReport, bareReport]) {
    const body = createCommit(id, bugIndex, await nextNumber(projectId, firestore), ADMIN);
    await firestore.expect(200, commitPath, { method: "POST", token, body });
  }
  const read = await firestore.expect(200, issuePath(bareReport), { token });
  let { updateTime } = JSON.parse(read.body.toString()) as { updateTime: string };
  const steps = [
    { from: "OPEN", to: "IN_PROGRESS" },
    { from: "IN_PROGRESS", to: "OPEN" },
  ];
  let apiSteps = 0;
  let bareSteps = 0;
  return {
    real: () => {
      const { from, to } = steps[apiSteps++ % 2]!;
      return api.time(200, `/api/issues/${apiReport}`, { method: "PUT", token, body: { status: to, from } });
    },
    bare: async () => {
      const { to } = steps[bareSteps++ % 2]!;
      const body = stepCommit(bareReport, to, updateTime, ADMIN);
      const response = await firestore.expect(200, commitPath, { method: "POST", token, body });
      updateTime = (JSON.parse(response.body.toString()) as { writeResults: { updateTime: string }[] }).writeResults[0]!
        .updateTime;
      return response.ms;
    },
  };
}

function amendmentRuns(
  { projectId, reports, memberToken: token }: Logbook,
  api: HttpClient,
  firestore: HttpClient,
): Runs {
  const { commitPath, amendmentCommit } = firestoreRest(projectId);
  // The amendments are spread over all reports, so that no report has many.
  const target = (round: number, offset: number): string => reportId((2 * Math.abs(round) + offset) % reports);
  // The text is cut between characters, because the rules refuse half an emoji.
  const text = (round: number): string => [...reportAt(Math.abs(round)).description].slice(0, 150).join("");
  return {
    real: (round) => {
      const body = { issueId: target(round, 0), text: text(round) };
      return api.time(201, "/api/issues/amendment", { method: "POST", token, body });
    },
    bare: (round) => {
      const body = amendmentCommit(target(round, 1), randomUUID(), text(round), MEMBER);
      return firestore.time(200, commitPath, { method: "POST", token, body });
    },
  };
}
