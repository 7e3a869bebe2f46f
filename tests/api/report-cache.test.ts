import { fromWire, LIMITS, type WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, type Person, reportBody } from "../support/actors.ts";
import { type FirestoreProxy, isReportCommit } from "../support/firestore-proxy.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { useRecordedInstances } from "../support/recorded-requests.ts";
import { db } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const getInstances = useRecordedInstances();
let admin: Person;
/** Forwards the requests of `recordedInstance` to Firestore. */
let proxy: FirestoreProxy;
let recordedInstance: RunningApi;
let otherInstance: RunningApi;
beforeAll(async () => {
  ({ admin, proxy, recorded: recordedInstance, other: otherInstance } = getInstances());
  // This call makes the instance read the admin's member document and reserve writes of the rate limit, so that no test
  // counts these requests.
  await call("POST", "/api/issues", { origin: recordedInstance.origin, as: admin, body: reportBody() });
});

/** Files a report and lists it on the recorded instance, which then has it in its cache. */
async function fileListedReport(overrides: Record<string, unknown> = {}): Promise<WireIssue> {
  const issue = await fileReport(admin, overrides);
  expect((await call("GET", "/api/issues?page=1", { origin: recordedInstance.origin, as: admin })).status).toBe(200);
  return issue;
}

const step = (instance: RunningApi, id: string, body: object): Promise<ApiResponse> =>
  call("PUT", `/api/issues/${id}`, { origin: instance.origin, as: admin, body });
const amend = (instance: RunningApi, issueId: string, text: string): Promise<ApiResponse> =>
  call("POST", "/api/issues/amendment", { origin: instance.origin, as: admin, body: { issueId, text } });

/** Runs `work` and records the requests about reports that the recorded instance sends to Firestore meanwhile. */
async function recordRequests<T>(work: () => Promise<T>): Promise<{ response: T; requests: string[] }> {
  const requests: string[] = [];
  proxy.intercept((request) => {
    if (isReportCommit(request)) requests.push("commit");
    // With gRPC the instance reads all reports.
    else if (request.kind === "grpc" || request.path.includes("/issues/")) requests.push("read");
    return "pass";
  });
  const response = await work();
  proxy.intercept(() => "pass");
  return { response, requests };
}

/** The report in the list of a new instance, which has nothing in its cache. */
async function readWithNewInstance(id: string): Promise<WireIssue> {
  const newInstance = await serveFunctions();
  const { body } = await call("GET", "/api/issues", { origin: newInstance.origin, as: admin });
  await newInstance.stop();
  return (body.bugs as WireIssue[]).find((issue) => issue.id === id)!;
}

describe("a write of a cached report", () => {
  it("is one request to Firestore: a step, the step back, two amendments and another step", async () => {
    const { id } = await fileListedReport();
    const stepForward = await recordRequests(() => step(recordedInstance, id, { status: "IN_PROGRESS", from: "OPEN" }));
    expect([stepForward.response.status, stepForward.requests]).toEqual([200, ["commit"]]);
    expect(stepForward.response.body.issue).toEqual(await readWithNewInstance(id));
    const stepBack = await recordRequests(() => step(recordedInstance, id, { status: "OPEN" }));
    expect([stepBack.response.status, stepBack.requests]).toEqual([200, ["commit"]]);
    const amendments = [
      await recordRequests(() => amend(recordedInstance, id, "A note.")),
      await recordRequests(() => amend(recordedInstance, id, "Another.")),
    ];
    for (const { response, requests } of amendments) expect([response.status, requests]).toEqual([201, ["commit"]]);
    const lastStep = await recordRequests(() => step(recordedInstance, id, { status: "CLOSED" }));
    expect([lastStep.response.status, lastStep.requests]).toEqual([200, ["commit"]]);
    const storedReport = await readWithNewInstance(id);
    expect(fromWire(storedReport).amendments).toEqual(amendments.map(({ response }) => response.body.amendment));
    expect(lastStep.response.body.issue).toEqual(storedReport);
  });

  it("is one request to Firestore right after the report was filed", async () => {
    const { body } = await call("POST", "/api/issues", {
      origin: recordedInstance.origin,
      as: admin,
      body: reportBody(),
    });
    const { response, requests } = await recordRequests(() =>
      step(recordedInstance, body.issue.id, { status: "CLOSED" }),
    );
    expect([response.status, requests]).toEqual([200, ["commit"]]);
    expect(response.body.issue).toEqual(await readWithNewInstance(body.issue.id));
  });
});

describe("a write of a report that has changed since it was cached", () => {
  it("is checked against the stored report: a valid step succeeds, an invalid step is refused", async () => {
    const { id } = await fileListedReport();
    expect((await amend(otherInstance, id, "From elsewhere.")).status).toBe(201);
    const { response, requests } = await recordRequests(() =>
      step(recordedInstance, id, { status: "IN_PROGRESS", from: "OPEN" }),
    );
    expect([response.status, requests]).toEqual([200, ["commit", "read", "commit"]]);
    expect(response.body.issue).toEqual(await readWithNewInstance(id));
    expect(fromWire(response.body.issue).amendments.map(({ text }) => text)).toEqual(["From elsewhere."]);

    expect((await step(otherInstance, id, { status: "TESTING" })).status).toBe(200);
    // TESTING and OPEN are one step from IN_PROGRESS, the cached status; the stored status is TESTING.
    expectFailure(await step(recordedInstance, id, { status: "TESTING", from: "IN_PROGRESS" }), 409, "conflict");
    expectFailure(await step(recordedInstance, id, { status: "OPEN" }), 409, "not-a-step");
    expect((await readWithNewInstance(id)).status).toBe("TESTING");
    expect((await step(recordedInstance, id, { status: "RESOLVED" })).body.issue.status).toBe("RESOLVED");
  });

  it("never becomes a step in the opposite direction", async () => {
    const { id } = await fileListedReport();
    for (const status of ["IN_PROGRESS", "TESTING", "RESOLVED"]) await step(otherInstance, id, { status });
    // From OPEN this is a step backwards; from RESOLVED, the stored status, it would be a step forwards.
    expectFailure(await step(recordedInstance, id, { status: "CLOSED", from: "OPEN" }), 409, "conflict");
    expect((await readWithNewInstance(id)).status).toBe("RESOLVED");
  });

  it("adds an amendment once, after an amendment of another instance", async () => {
    const { id } = await fileListedReport();
    const text = "Ours.";
    expect((await amend(otherInstance, id, "Theirs.")).status).toBe(201);
    const { response, requests } = await recordRequests(() => amend(recordedInstance, id, text));
    expect([response.status, requests]).toEqual([201, ["commit", "read", "commit"]]);
    const repeatedBody = { issueId: id, id: response.body.amendment.id, text };
    for (const { origin } of [recordedInstance, otherInstance]) {
      const { status, body } = await call("POST", "/api/issues/amendment", { origin, as: admin, body: repeatedBody });
      expect({ status, body }).toEqual({ status: 201, body: response.body });
    }
    const { amendments } = fromWire(await readWithNewInstance(id));
    expect(amendments.map((amendment) => amendment.text)).toEqual(["Theirs.", text]);
  });

  it("is 404 if the report is deleted", async () => {
    const { id } = await fileListedReport();
    expect(
      (await call("DELETE", `/api/issues/${id}`, { origin: otherInstance.origin, as: admin, body: {} })).status,
    ).toBe(200);
    expectFailure(await step(recordedInstance, id, { status: "IN_PROGRESS" }), 404, "not-found");
    expectFailure(await amend(recordedInstance, id, "Too late."), 404, "not-found");
  });

  it("is refused to a former admin", async () => {
    const demotedAdmin = await newAdmin();
    const { id } = await fileListedReport();
    const options = { origin: recordedInstance.origin, as: demotedAdmin };
    // After this call the instance has cached the member as an admin.
    expect((await call("GET", "/api/me", options)).status).toBe(200);
    await db.doc(`members/${demotedAdmin.uid}`).update({ isAdmin: false });
    expectFailure(
      await call("PUT", `/api/issues/${id}`, { ...options, body: { status: "IN_PROGRESS" } }),
      403,
      "forbidden",
    );
    expect((await readWithNewInstance(id)).status).toBe("OPEN");
  });
});

describe("an amendment of a report that may be nearly full", () => {
  it("reads the report first, and is refused with a message if no space is left", async () => {
    const fieldNames = ["reproductionSteps", "environmentInfo", "expectedResult", "actualResult"] as const;
    const { id } = await fileReport(admin, Object.fromEntries(fieldNames.map((name) => [name, "€".repeat(10_000)])));
    const longText = "€".repeat(4_000);
    const amendment = { createdBy: admin.username, createdById: admin.uid, createdAt: new Date(), text: longText };
    // A euro sign has 3 bytes: the four fields take 120,000 bytes, and the rest of the report less than 10,000.
    const amendmentCount = Math.floor((LIMITS.issueBytes - 130_000) / Buffer.byteLength(longText));
    const amendmentIds = Array.from({ length: amendmentCount }, (_, index) => `full-${index}`);
    const amendments = Object.fromEntries(amendmentIds.map((amendmentId) => [amendmentId, amendment]));
    await db.doc(`issues/${id}`).update({ amendments });
    // A new `rereadAt` makes the instance read all reports again.
    await db.doc("boards/main").update({ rereadAt: new Date() });
    expect((await call("GET", "/api/issues?page=1", { origin: recordedInstance.origin, as: admin })).status).toBe(200);
    const { response, requests } = await recordRequests(() => amend(recordedInstance, id, longText));
    expectFailure(response, 409, "full");
    expect(requests).not.toContain("commit");
  });
});
