import type { WireIssue } from "@logbook/domain";
import { FieldValue } from "firebase-admin/firestore";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call, reportBody } from "../support/actors.ts";
import type { FirestoreCall } from "../support/firestore-proxy.ts";
import type { RunningApi } from "../support/functions-process.ts";
import { type RecordedInstances, useRecordedInstance } from "../support/recorded-requests.ts";
import { db } from "../support/suite.ts";

const instances = useRecordedInstance();
let { admin, proxy, recorded, other } = {} as RecordedInstances;
beforeAll(() => {
  ({ admin, proxy, recorded, other } = instances());
});

/** The ids of the reports that a request to Firestore reads, or "query". */
function reportsReadBy({ kind, path, body }: FirestoreCall): string[] {
  // If the trigger has repaired the board meanwhile, the instance reads all reports.
  if (kind === "grpc" || path.endsWith(":runQuery")) return ["query"];
  if (!path.endsWith(":batchGet")) return [];
  const { documents } = JSON.parse(body.toString()) as { documents: string[] };
  return documents.flatMap((name) => /\/issues\/([^/]+)$/.exec(name)?.[1] ?? []);
}

/** The recorded instance's list, and the reports that the instance read from Firestore for this list. */
async function listAndReads(): Promise<{ issues: WireIssue[]; reads: string[] }> {
  const reads: string[] = [];
  proxy.intercept((request) => {
    reads.push(...reportsReadBy(request));
    return "pass";
  });
  const { status, body } = await call("GET", "/api/issues", { origin: recorded.origin, as: admin });
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
    await listAndReads();
  });

  it("reads only the report that the board names, after each kind of write on another instance", async () => {
    const id = await createReport(other);
    expect(await listAndReads()).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ id })]),
      reads: [id],
    });
    await write(other, "PUT", `/api/issues/${id}`, { status: "IN_PROGRESS" });
    const stepped = await listAndReads();
    expect([statusOf(stepped.issues, id), stepped.reads]).toEqual(["IN_PROGRESS", [id]]);
    await write(other, "POST", "/api/issues/amendment", { issueId: id, text: "A note." });
    const amended = await listAndReads();
    expect(amended.reads).toEqual([id]);
    expect(amended.issues.find((issue) => issue.id === id)?.amendment).toContain("A note.");
    await write(other, "DELETE", `/api/issues/${id}`, {});
    const deleted = await listAndReads();
    expect([statusOf(deleted.issues, id), deleted.reads]).toEqual([undefined, [id]]);
    await write(other, "POST", `/api/trash/${id}/restore`, {});
    const restored = await listAndReads();
    expect([statusOf(restored.issues, id), restored.reads]).toEqual(["IN_PROGRESS", [id]]);
    expect((await listAndReads()).reads).toEqual([]);
  });

  it("reads all reports that this instance wrote, and the last one of another instance, in one request", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => createReport(recorded)));
    await write(recorded, "DELETE", `/api/issues/${ids[0]}`, {});
    await write(recorded, "PUT", `/api/issues/${ids[1]}`, { status: "CLOSED" });
    await write(recorded, "PUT", `/api/issues/${ids[1]}`, { status: "RESOLVED" });
    const last = await createReport(other);
    const { issues, reads } = await listAndReads();
    expect(reads).toEqual([...ids, last].sort());
    expect(ids.map((id) => statusOf(issues, id))).toEqual([undefined, "RESOLVED", "OPEN", "OPEN", "OPEN"]);
    await write(recorded, "PUT", `/api/issues/${ids[2]}`, { status: "CLOSED" });
    await write(recorded, "DELETE", `/api/issues/${ids[3]}`, {});
    const next = await listAndReads();
    expect(next.reads).toEqual([ids[2], ids[3]].sort());
    expect(ids.map((id) => statusOf(next.issues, id))).toEqual([undefined, "RESOLVED", "CLOSED", undefined, "OPEN"]);
  });

  it("queries all changes after several writes on another instance", async () => {
    const ids = [await createReport(other), await createReport(other)];
    const { issues, reads } = await listAndReads();
    expect(reads).toEqual(["query", "query", "query"]);
    for (const id of ids) expect(statusOf(issues, id)).toBe("OPEN");
  });

  it.each([
    ["a path", "../members/x"],
    ["nothing", ""],
    ["a number", 4_711],
    ["a report that does not exist", "nowhere"],
  ])("queries all changes if the board names %s", async (_, issueId) => {
    const id = await createReport(other);
    await listAndReads();
    const batch = db.batch();
    batch.update(db.doc(`issues/${id}`), { title: "By hand", updatedAt: FieldValue.serverTimestamp() });
    batch.update(db.doc("boards/main"), { revision: FieldValue.increment(1), issueId });
    await batch.commit();
    const { issues, reads } = await listAndReads();
    expect(issues.find((issue) => issue.id === id)?.title).toBe("By hand");
    expect(reads).toContain("query");
  });

  it("queries all changes if the named report cannot be read", async () => {
    const id = await createReport(other);
    proxy.intercept((request) => (reportsReadBy(request).includes(id) ? "refuse" : "pass"));
    const { body } = await call("GET", "/api/issues", { origin: recorded.origin, as: admin });
    expect(statusOf(body.bugs as WireIssue[], id)).toBe("OPEN");
    proxy.intercept(() => "pass");
  });
});
