import { STATUS_CYCLES, type Status, type WireList } from "@logbook/domain";
import { expect, test, vi } from "vitest";
import { call, newAdmin, type Person, reportBody } from "../support/actors.ts";
import { boardRevision } from "../support/board-moves.ts";
import { serveFunctions } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { startRelay } from "../support/relay.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";
import { admin, api, fileReport, member, otherMember, send, useAttackers } from "./attacks.ts";
import { commit, stepWrites } from "./direct-requests.ts";

useAttackers();
// Each test tries a whole table of attacks, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

test("threat 12: a report or an amendment sent again after a lost response is stored once, with the same response", async () => {
  const body = reportBody({ description: "Sent over a bad line." });
  const id = String(body.id);
  const readStoredReport = () => db.doc(`issues/${id}`).get();
  const revisionBefore = await boardRevision();
  await sendAndLoseResponse("/api/issues", body, async () => (await readStoredReport()).exists);
  const repeatedReports = await Promise.all(
    Array.from({ length: 10 }, () => send("POST", "/api/issues", member, body)),
  );
  for (const response of repeatedReports)
    expect({ status: response.status, body: response.body }).toEqual({ status: 201, body: repeatedReports[0]!.body });
  expect(await boardRevision()).toBe(revisionBefore + 1);

  const amendment = { id: uniqueId("a"), issueId: id, text: "Sent over a bad line, too." };
  const isAmended = async (): Promise<boolean> =>
    (await readStoredReport()).get(`amendments.${amendment.id}`) !== undefined;
  await sendAndLoseResponse("/api/issues/amendment", amendment, isAmended);
  const repeatedAmendments = await Promise.all(
    Array.from({ length: 5 }, () => send("POST", "/api/issues/amendment", member, amendment)),
  );
  for (const response of repeatedAmendments)
    expect({ status: response.status, body: response.body }).toEqual({
      status: 201,
      body: repeatedAmendments[0]!.body,
    });
  expect(Object.keys((await readStoredReport()).get("amendments"))).toEqual([amendment.id]);
  expect(await boardRevision()).toBe(revisionBefore + 2);

  const fieldsBefore = (await readStoredReport()).data();
  const changedBodies = [
    { ...body, title: "Another" },
    { ...body, description: "Sent over a good line." },
    { ...body, type: "feature" },
    { ...body, priority: "LOW" },
    { ...body, actualResult: "Another" },
  ];
  for (const changedBody of changedBodies)
    expect((await send("POST", "/api/issues", member, changedBody)).status).toBe(409);
  expect((await send("POST", "/api/issues", otherMember, body)).status).toBe(409);
  expect((await send("POST", "/api/issues/amendment", member, { ...amendment, text: "Another" })).status).toBe(409);
  expect((await send("POST", "/api/issues/amendment", otherMember, amendment)).status).toBe(409);
  expect((await readStoredReport()).data()).toEqual(fieldsBefore);
});

/** Sends a call and cuts its connection once the write is stored, before any byte of the response has arrived. */
async function sendAndLoseResponse(path: string, body: object, isStored: () => Promise<boolean>): Promise<void> {
  expect(await isStored()).toBe(false);
  const relay = await startRelay(new URL(api.origin).host, () => relay.holdResponses());
  try {
    const outcome = call("POST", path, { origin: `http://${relay.host}`, as: member, body }).then(
      ({ status }) => `answered ${status}`,
      () => "no response",
    );
    await eventually(`the write of ${path}`, async () => ((await isStored()) ? true : null));
    relay.cut();
    expect(await outcome).toBe("no response");
  } finally {
    await relay.stop();
  }
}

test("threat 18: if two admins change a status at once, 100 times, one succeeds, the other gets a conflict, and no step is skipped", {
  timeout: patient(240_000),
}, async () => {
  const secondAdmin = await newAdmin();
  const { id } = await fileReport(member);
  const cycle = STATUS_CYCLES.bug;
  for (let round = 0; round < 100; round += 1) {
    const from = cycle[round % cycle.length]!;
    const status = cycle[(round + 1) % cycle.length]!;
    // In every fourth round the second admin bypasses the API; in every fifth the calls of the API have no `from`.
    const secondBypassesApi = round % 4 === 3;
    const body = round % 5 === 4 ? { status } : { status, from };
    const stepThroughApi = async (person: Person): Promise<number> =>
      (await send("PUT", `/api/issues/${id}`, person, body)).status;
    const stepInFirestore = (person: Person): Promise<number> => commit(person, stepWrites(id, person, from, status));
    const secondStep = secondBypassesApi ? stepInFirestore : stepThroughApi;
    const statuses = await Promise.all([stepThroughApi(admin), secondStep(secondAdmin)]);
    const [lowerStatus, higherStatus] = [...statuses].sort((a, b) => a - b);
    const isRefusedByRules = secondBypassesApi && statuses[1] !== 200;
    expect({ round, lowerStatus, higherStatus }).toEqual({
      round,
      lowerStatus: 200,
      higherStatus: isRefusedByRules ? 403 : 409,
    });
    expect((await db.doc(`issues/${id}`).get()).get("status")).toBe(status);
  }
  // The history has 100 steps and the creation of the report.
  const { docs } = await db.collection("history").where("issueId", "==", id).get();
  expect(docs).toHaveLength(101);
  const steps = docs.filter((event) => event.get("kind") === "status");
  const nextStatus = (from: Status) => cycle[((cycle as readonly Status[]).indexOf(from) + 1) % cycle.length];
  expect(steps).toHaveLength(100);
  for (const step of steps) expect(step.get("to")).toBe(nextStatus(step.get("from")));
});

test("threat 25: a damaged stored report is still listed, with empty attachments and amendments, and logged once; other reports work", async () => {
  const newApi = await serveFunctions();
  try {
    const undamagedReport = await fileReport(member, { title: "All is well" });
    const undamagedFields = (await db.doc(`issues/${undamagedReport.id}`).get()).data()!;
    const damagedFields: Record<string, Record<string, unknown>> = {
      "an unknown status": { status: "EXPLODED" },
      "attachments that cannot be parsed": { attachments: '[{"name":' },
      "amendments that cannot be parsed": { amendments: "not a map" },
      "lists with values of the wrong types": { attachments: [null, 7, { name: 1 }], amendments: { a: null, b: 7 } },
      "a value of the wrong type in every field": {
        title: 7,
        description: null,
        status: 1,
        priority: [],
        type: {},
        createdAt: "x",
        updatedAt: 0,
      },
    };
    const damagedReports = Object.values(damagedFields).map((fields) => ({ ...undamagedFields, ...fields }));
    const ids: string[] = [];
    const emptyDocument = {};
    for (const fields of [...damagedReports, emptyDocument]) {
      const id = uniqueId("odd");
      await db.doc(`issues/${id}`).set(fields);
      ids.push(id);
    }
    const listedReports = await eventually("every damaged report in the list", async () => {
      const { status, body } = await call("GET", "/api/issues", { origin: newApi.origin, as: member });
      expect(status).toBe(200);
      const { bugs, features } = body as WireList;
      const issues = [...bugs, ...features];
      return ids.every((id) => issues.some((issue) => issue.id === id)) ? issues : null;
    });
    expect(listedReports.find(({ id }) => id === undamagedReport.id)).toMatchObject({
      title: "All is well",
      status: "OPEN",
    });
    const listedDamagedReports = ids.map((id) => listedReports.find((issue) => issue.id === id)!);
    // An unknown status is shown as cancelled.
    expect(listedDamagedReports[0]!.status).toBe("CANCELLED");
    for (const issue of listedDamagedReports) {
      expect(JSON.parse(issue.attachments)).toEqual([]);
      expect(JSON.parse(issue.amendment)).toEqual([]);
    }
    for (const id of ids) {
      const lines = newApi
        .log()
        .split("\n")
        .filter((line) => line.includes(id));
      // The log names the damaged report, but has none of its texts.
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain(undamagedFields.description);
    }
    const callNewApi = (method: string, path: string, as: Person, body?: object) =>
      call(method, path, { origin: newApi.origin, as, body });
    expect((await callNewApi("GET", "/api/issues?page=1&search=well", member)).status).toBe(200);
    const step = { status: "IN_PROGRESS" };
    expect((await callNewApi("PUT", `/api/issues/${undamagedReport.id}`, admin, step)).status).toBe(200);
    expect((await callNewApi("DELETE", `/api/issues/${ids[0]}`, admin)).status).toBe(200);
    await Promise.all(ids.map((id) => db.doc(`issues/${id}`).delete()));
  } finally {
    await newApi.stop();
  }
});
