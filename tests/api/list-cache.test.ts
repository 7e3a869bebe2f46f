import type { WireIssue } from "@logbook/domain";
import { FieldValue } from "firebase-admin/firestore";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call, type Person, reportBody } from "../support/actors.ts";
import type { FirestoreCall, FirestoreProxy } from "../support/firestore-proxy.ts";
import type { RunningApi } from "../support/functions-process.ts";
import { useRecordedInstances } from "../support/recorded-requests.ts";
import { db } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const getInstances = useRecordedInstances();
let admin: Person;
/** Forwards the requests of `recordedInstance` to Firestore. */
let proxy: FirestoreProxy;
let recordedInstance: RunningApi;
let otherInstance: RunningApi;
beforeAll(() => {
  ({ admin, proxy, recorded: recordedInstance, other: otherInstance } = getInstances());
});

/** The ids of the reports that a request to Firestore reads one by one, or "query" if it queries reports. */
function reportsReadBy({ kind, path, body }: FirestoreCall): string[] {
  // With gRPC the instance reads all reports, for example after a trigger has repaired the board.
  if (kind === "grpc" || path.endsWith(":runQuery")) return ["query"];
  if (!path.endsWith(":batchGet")) return [];
  const { documents } = JSON.parse(body.toString()) as { documents: string[] };
  return documents.flatMap((name) => /\/issues\/([^/]+)$/.exec(name)?.[1] ?? []);
}

/** Requests the list from the recorded instance. `reads` are the reports that the instance reads for this request. */
async function listAndRecordReads(): Promise<{ issues: WireIssue[]; reads: string[] }> {
  const reads: string[] = [];
  proxy.intercept((request) => {
    reads.push(...reportsReadBy(request));
    return "pass";
  });
  const { status, body } = await call("GET", "/api/issues", { origin: recordedInstance.origin, as: admin });
  proxy.intercept(() => "pass");
  expect(status).toBe(200);
  return { issues: body.bugs as WireIssue[], reads: reads.sort() };
}

async function write(
  instance: RunningApi,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body: object,
): Promise<void> {
  const response = await call(method, path, { origin: instance.origin, as: admin, body });
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
}
const createReport = async (instance: RunningApi): Promise<string> => {
  const body = reportBody();
  await write(instance, "POST", "/api/issues", body);
  return String(body.id);
};
const statusOf = (issues: readonly WireIssue[], id: string) => issues.find((issue) => issue.id === id)?.status;

describe("the first list after a write", () => {
  beforeEach(async () => {
    // The recorded instance reads what earlier tests have changed, so that no test counts these reads.
    await listAndRecordReads();
  });

  it("reads only the report that the board names, after each kind of write on another instance", async () => {
    const id = await createReport(otherInstance);
    expect(await listAndRecordReads()).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ id })]),
      reads: [id],
    });
    await write(otherInstance, "PUT", `/api/issues/${id}`, { status: "IN_PROGRESS" });
    const listAfterStep = await listAndRecordReads();
    expect([statusOf(listAfterStep.issues, id), listAfterStep.reads]).toEqual(["IN_PROGRESS", [id]]);
    await write(otherInstance, "POST", "/api/issues/amendment", { issueId: id, text: "A note." });
    const listAfterAmendment = await listAndRecordReads();
    expect(listAfterAmendment.reads).toEqual([id]);
    expect(listAfterAmendment.issues.find((issue) => issue.id === id)?.amendment).toContain("A note.");
    await write(otherInstance, "DELETE", `/api/issues/${id}`, {});
    const listAfterDeletion = await listAndRecordReads();
    expect([statusOf(listAfterDeletion.issues, id), listAfterDeletion.reads]).toEqual([undefined, [id]]);
    await write(otherInstance, "POST", `/api/trash/${id}/restore`, {});
    const listAfterRestore = await listAndRecordReads();
    expect([statusOf(listAfterRestore.issues, id), listAfterRestore.reads]).toEqual(["IN_PROGRESS", [id]]);
    expect((await listAndRecordReads()).reads).toEqual([]);
  });

  it("reads only the reports that this instance has written and the last report of another instance", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => createReport(recordedInstance)));
    await write(recordedInstance, "DELETE", `/api/issues/${ids[0]}`, {});
    await write(recordedInstance, "PUT", `/api/issues/${ids[1]}`, { status: "CLOSED" });
    await write(recordedInstance, "PUT", `/api/issues/${ids[1]}`, { status: "RESOLVED" });
    const lastId = await createReport(otherInstance);
    const { issues, reads } = await listAndRecordReads();
    expect(reads).toEqual([...ids, lastId].sort());
    expect(ids.map((id) => statusOf(issues, id))).toEqual([undefined, "RESOLVED", "OPEN", "OPEN", "OPEN"]);
    await write(recordedInstance, "PUT", `/api/issues/${ids[2]}`, { status: "CLOSED" });
    await write(recordedInstance, "DELETE", `/api/issues/${ids[3]}`, {});
    const nextList = await listAndRecordReads();
    expect(nextList.reads).toEqual([ids[2], ids[3]].sort());
    expect(ids.map((id) => statusOf(nextList.issues, id))).toEqual([
      undefined,
      "RESOLVED",
      "CLOSED",
      undefined,
      "OPEN",
    ]);
  });

  it("queries all changes after several writes on another instance", async () => {
    const ids = [await createReport(otherInstance), await createReport(otherInstance)];
    const { issues, reads } = await listAndRecordReads();
    // Changed, voted and deleted reports have a query each.
    expect(reads).toEqual(["query", "query", "query"]);
    for (const id of ids) expect(statusOf(issues, id)).toBe("OPEN");
  });

  it.each([
    ["a path", "../members/x"],
    ["nothing", ""],
    ["a number", 4_711],
  ])("queries all changes if the board names %s", async (_, issueId) => {
    const id = await createReport(otherInstance);
    await listAndRecordReads();
    const batch = db.batch();
    batch.update(db.doc(`issues/${id}`), { title: "By hand", updatedAt: FieldValue.serverTimestamp() });
    batch.update(db.doc("boards/main"), { revision: FieldValue.increment(1), issueId });
    await batch.commit();
    const { issues, reads } = await listAndRecordReads();
    expect(issues.find((issue) => issue.id === id)?.title).toBe("By hand");
    expect(reads).toContain("query");
  });

  it("is 503 while the named report cannot be read, and has the report afterwards", async () => {
    const id = await createReport(otherInstance);
    proxy.intercept((request) => (reportsReadBy(request).includes(id) ? "refuse" : "pass"));
    const list = () => call("GET", "/api/issues", { origin: recordedInstance.origin, as: admin });
    expectFailure(await list(), 503, "unavailable");
    proxy.intercept(() => "pass");
    expect(statusOf((await list()).body.bugs as WireIssue[], id)).toBe("OPEN");
  });
});
