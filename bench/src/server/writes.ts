import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { reportAt } from "../data/reports.ts";
import { ADMIN, idOf, MEMBER } from "../data/seed.ts";
import { median } from "../numbers.ts";
import type { Row } from "../row.ts";
import { latencyRows } from "../rows.ts";
import { type Client, client } from "../harness/http-client.ts";
import { PATHS } from "../harness/modules.ts";
import { interleave } from "./interleave.ts";
import { type Instance, startInstancePair } from "./instances.ts";
import { firestoreRest, reportBody } from "./firestore-rest.ts";
import { type Logbook, listPath, type ServerEnvironment } from "./logbook.ts";

const GOAL = 1.5;

type Timings = Record<"real" | "bare", (round: number) => Promise<number>>;

/** The three writes through the API over one bare commit of the same writes by the same caller, under the same rules. */
export async function measureWrites(logbook: Logbook, { firestoreHost, quick }: ServerEnvironment): Promise<Row[]> {
  await putRules(firestoreHost, logbook.projectId);
  const firestore = client(firestoreHost);
  const { real, limit, stop } = await startInstancePair(logbook);
  const enter = async (): Promise<number> =>
    (await limit.client.expect(200, listPath(), { token: logbook.memberToken })).ms;
  try {
    const actions: [string, Timings][] = [
      ["create", creates(logbook, real, firestore)],
      ["status change", await steps(logbook, real, firestore)],
      ["amendment", amendments(logbook, real, firestore)],
    ];
    const rows: Row[] = [];
    for (const [figure, timings] of actions) {
      const times = await interleave({ ...timings, enter }, { rounds: quick ? 50 : 200, uncounted: quick ? 50 : 150 });
      const about = { figure, reports: logbook.reports, goal: GOAL };
      rows.push(...latencyRows(about, times.real, times.bare));
      rows.push({
        ...rows.at(-3)!,
        figure: `${figure}, over the limit's list and one bare commit`,
        limit: median(times.enter) + median(times.bare),
        goal: null,
      });
    }
    return rows;
  } finally {
    firestore.close();
    await stop();
  }
}

/** The suite's rules belong to its own project; a measured one gets the same. */
async function putRules(firestoreHost: string, projectId: string): Promise<void> {
  const response = await fetch(`http://${firestoreHost}/emulator/v1/projects/${projectId}:securityRules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      rules: { files: [{ name: "firestore.rules", content: readFileSync(PATHS.rules, "utf8") }] },
    }),
  });
  if (!response.ok) throw new Error(`The rules could not be loaded: ${await response.text()}`);
}

function creates({ projectId, memberToken: token }: Logbook, real: Instance, firestore: Client): Timings {
  const { path, create } = firestoreRest(projectId);
  // Reports beyond those that are seeded, so that no text is there twice.
  const n = (round: number): number => 1_000_000 + round;
  return {
    real: async (round) =>
      (await real.client.expect(201, "/api/issues", { method: "POST", token, body: reportBody(n(round)) })).ms,
    bare: async (round) => {
      const body = create(randomUUID(), n(round), MEMBER);
      return (await firestore.expect(200, path, { method: "POST", token, body })).ms;
    },
  };
}

/** Two reports go to and fro between their first two statuses, one through the API and one by bare commits. */
async function steps({ projectId, adminToken: token }: Logbook, real: Instance, firestore: Client): Promise<Timings> {
  const { path, issuePath, create, step } = firestoreRest(projectId);
  const [one, other] = [randomUUID(), randomUUID()];
  const bug = Array.from({ length: 50 }, (_, n) => n).find((n) => reportBody(n).type === "bug")!;
  for (const id of [one, other])
    await firestore.expect(200, path, { method: "POST", token, body: create(id, bug, ADMIN) });
  const read = await firestore.expect(200, issuePath(other), { token });
  let { updateTime } = JSON.parse(read.body.toString()) as { updateTime: string };
  const ways = [["OPEN", "IN_PROGRESS"] as const, ["IN_PROGRESS", "OPEN"] as const];
  let [done, committed] = [0, 0];
  return {
    real: async () => {
      const [from, status] = ways[done++ % 2]!;
      return (await real.client.expect(200, `/api/issues/${one}`, { method: "PUT", token, body: { status, from } })).ms;
    },
    bare: async () => {
      const [, status] = ways[committed++ % 2]!;
      const body = step(other, status, updateTime, ADMIN);
      const answer = await firestore.expect(200, path, { method: "POST", token, body });
      updateTime = (JSON.parse(answer.body.toString()) as { writeResults: { updateTime: string }[] }).writeResults[0]!
        .updateTime;
      return answer.ms;
    },
  };
}

function amendments({ projectId, reports, memberToken: token }: Logbook, real: Instance, firestore: Client): Timings {
  const { path, amend } = firestoreRest(projectId);
  // Each report gets a few only, as in life.
  const target = (round: number, by: number): string => idOf((2 * Math.abs(round) + by) % reports);
  // By characters: half an emoji is no text.
  const text = (round: number): string => [...reportAt(Math.abs(round)).description].slice(0, 150).join("");
  return {
    real: async (round) => {
      const body = { issueId: target(round, 0), text: text(round) };
      return (await real.client.expect(201, "/api/issues/amendment", { method: "POST", token, body })).ms;
    },
    bare: async (round) => {
      const body = amend(target(round, 1), randomUUID(), text(round), MEMBER);
      return (await firestore.expect(200, path, { method: "POST", token, body })).ms;
    },
  };
}
