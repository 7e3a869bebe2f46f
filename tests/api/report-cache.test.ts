import { fromWire, LIMITS, type WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, reportBody } from "../support/actors.ts";
import { isReportCommit } from "../support/firestore-proxy.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { type RecordedInstances, useRecordedInstance } from "../support/recorded-requests.ts";
import { db } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const instances = useRecordedInstance();
let { admin, proxy, recorded, other } = {} as RecordedInstances;
beforeAll(async () => {
  ({ admin, proxy, recorded, other } = instances());
  // This call makes the process read the member and reserve a quota of writes, so that no test counts these requests.
  await call("POST", "/api/issues", { origin: recorded.origin, as: admin, body: reportBody() });
});

/** Files a report and lists it on the recorded instance, which then has it in its cache. */
async function fileListedReport(overrides: Record<string, unknown> = {}): Promise<WireIssue> {
  const issue = await fileReport(admin, overrides);
  expect((await call("GET", "/api/issues?page=1", { origin: recorded.origin, as: admin })).status).toBe(200);
  return issue;
}

const step = (instance: RunningApi, id: string, body: object): Promise<ApiResponse> =>
  call("PUT", `/api/issues/${id}`, { origin: instance.origin, as: admin, body });
const amend = (instance: RunningApi, issueId: string, text: string): Promise<ApiResponse> =>
  call("POST", "/api/issues/amendment", { origin: instance.origin, as: admin, body: { issueId, text } });

/** The recorded instance's requests to Firestore about reports during `work`. */
async function requestsDuring<T>(work: () => Promise<T>): Promise<{ response: T; requests: string[] }> {
  const requests: string[] = [];
  proxy.intercept((request) => {
    if (isReportCommit(request)) requests.push("commit");
    else if (request.kind === "grpc" || request.path.includes("/issues/")) requests.push("read");
    return "pass";
  });
  const response = await work();
  proxy.intercept(() => "pass");
  return { response, requests };
}

/** The report in the list of a new instance, which reads everything. */
async function stored(id: string): Promise<WireIssue> {
  const newInstance = await serveFunctions();
  const { body } = await call("GET", "/api/issues", { origin: newInstance.origin, as: admin });
  await newInstance.stop();
  return (body.bugs as WireIssue[]).find((issue) => issue.id === id)!;
}

describe("a write of a cached report", () => {
  it("is one request to Firestore: a step, the step back, two amendments and another step", async () => {
    const { id } = await fileListedReport();
    const forth = await requestsDuring(() => step(recorded, id, { status: "IN_PROGRESS", from: "OPEN" }));
    expect([forth.response.status, forth.requests]).toEqual([200, ["commit"]]);
    expect(forth.response.body.issue).toEqual(await stored(id));
    const back = await requestsDuring(() => step(recorded, id, { status: "OPEN" }));
    expect([back.response.status, back.requests]).toEqual([200, ["commit"]]);
    const first = await requestsDuring(() => amend(recorded, id, "A note."));
    const second = await requestsDuring(() => amend(recorded, id, "Another."));
    for (const { response, requests } of [first, second])
      expect([response.status, requests]).toEqual([201, ["commit"]]);
    const next = await requestsDuring(() => step(recorded, id, { status: "CLOSED" }));
    expect([next.response.status, next.requests]).toEqual([200, ["commit"]]);
    const atLast = await stored(id);
    expect(fromWire(atLast).amendments).toEqual([first, second].map(({ response }) => response.body.amendment));
    expect(next.response.body.issue).toEqual(atLast);
  });

  it("is one request to Firestore right after the report was filed", async () => {
    const { body } = await call("POST", "/api/issues", { origin: recorded.origin, as: admin, body: reportBody() });
    const { response, requests } = await requestsDuring(() => step(recorded, body.issue.id, { status: "CLOSED" }));
    expect([response.status, requests]).toEqual([200, ["commit"]]);
    expect(response.body.issue).toEqual(await stored(body.issue.id));
  });
});

describe("a write of a report that has changed since it was cached", () => {
  it("is checked against the stored report: a possible step succeeds, one from an outdated status and one that skips a status are refused", async () => {
    const { id } = await fileListedReport();
    expect((await amend(other, id, "Behind its back.")).status).toBe(201);
    const next = await requestsDuring(() => step(recorded, id, { status: "IN_PROGRESS", from: "OPEN" }));
    expect([next.response.status, next.requests]).toEqual([200, ["commit", "read", "commit"]]);
    expect(next.response.body.issue).toEqual(await stored(id));
    expect(fromWire(next.response.body.issue).amendments.map(({ text }) => text)).toEqual(["Behind its back."]);

    expect((await step(other, id, { status: "TESTING" })).status).toBe(200);
    // Both are one step from the cached status IN_PROGRESS; TESTING is the stored status.
    expectFailure(await step(recorded, id, { status: "TESTING", from: "IN_PROGRESS" }), 409, "conflict");
    expectFailure(await step(recorded, id, { status: "OPEN" }), 409, "not-a-step");
    expect((await stored(id)).status).toBe("TESTING");
    expect((await step(recorded, id, { status: "RESOLVED" })).body.issue.status).toBe("RESOLVED");
  });

  it("never becomes a step in the other direction", async () => {
    const { id } = await fileListedReport();
    for (const status of ["IN_PROGRESS", "TESTING", "RESOLVED"]) await step(other, id, { status });
    // From OPEN this is a step backwards; from RESOLVED, the stored status, it would be a step forwards.
    expectFailure(await step(recorded, id, { status: "CLOSED", from: "OPEN" }), 409, "conflict");
    expect((await stored(id)).status).toBe("RESOLVED");
  });

  it("adds an amendment after another one, and adds it once", async () => {
    const { id } = await fileListedReport();
    const text = "Ours.";
    expect((await amend(other, id, "Theirs.")).status).toBe(201);
    const { response, requests } = await requestsDuring(() => amend(recorded, id, text));
    expect([response.status, requests]).toEqual([201, ["commit", "read", "commit"]]);
    const repeated = { issueId: id, id: response.body.amendment.id, text };
    for (const { origin } of [recorded, other]) {
      const { status, body } = await call("POST", "/api/issues/amendment", { origin, as: admin, body: repeated });
      expect({ status, body }).toEqual({ status: 201, body: response.body });
    }
    expect(fromWire(await stored(id)).amendments.map((amendment) => amendment.text)).toEqual(["Theirs.", text]);
  });

  it("is 404 if the report is deleted", async () => {
    const { id } = await fileListedReport();
    expect((await call("DELETE", `/api/issues/${id}`, { origin: other.origin, as: admin, body: {} })).status).toBe(200);
    expectFailure(await step(recorded, id, { status: "IN_PROGRESS" }), 404, "not-found");
    expectFailure(await amend(recorded, id, "Too late."), 404, "not-found");
  });

  it("is refused to a former admin", async () => {
    const demoted = await newAdmin();
    const { id } = await fileListedReport();
    const options = { at: recorded.origin, as: demoted };
    expect((await call("GET", "/api/me", options)).status).toBe(200);
    await db.doc(`members/${demoted.uid}`).update({ isAdmin: false });
    expectFailure(
      await call("PUT", `/api/issues/${id}`, { ...options, body: { status: "IN_PROGRESS" } }),
      403,
      "forbidden",
    );
    expect((await stored(id)).status).toBe("OPEN");
  });
});

describe("an amendment of a report that may be nearly full", () => {
  it("reads the report first, and is refused with a message if no space is left", async () => {
    const texts = ["reproductionSteps", "environmentInfo", "expectedResult", "actualResult"] as const;
    const { id } = await fileReport(admin, Object.fromEntries(texts.map((name) => [name, "€".repeat(10_000)])));
    const long = "€".repeat(4_000);
    const data = { createdBy: admin.username, createdById: admin.uid, createdAt: new Date(), text: long };
    const notesThatFit = Math.floor((LIMITS.issueBytes - 130_000) / Buffer.byteLength(long));
    const amendments = Object.fromEntries(Array.from({ length: notesThatFit }, (_, index) => [`full-${index}`, data]));
    await db.doc(`issues/${id}`).update({ amendments });
    await db.doc("boards/main").update({ rereadAt: new Date() });
    expect((await call("GET", "/api/issues?page=1", { origin: recorded.origin, as: admin })).status).toBe(200);
    const { response, requests } = await requestsDuring(() => amend(recorded, id, long));
    expectFailure(response, 409, "full");
    expect(requests).not.toContain("commit");
  });
});
