import type { WireIssue } from "@logbook/domain";
import { FieldValue } from "firebase-admin/firestore";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call, report } from "../support/actors.ts";
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
  // The trigger that repairs the board may be first; then all reports are read.
  if (kind === "grpc" || path.endsWith(":runQuery")) return ["query"];
  if (!path.endsWith(":batchGet")) return [];
  const { documents } = JSON.parse(body.toString()) as { documents: string[] };
  return documents.flatMap((name) => /\/issues\/([^/]+)$/.exec(name)?.[1] ?? []);
}

/** The recorded instance's list, and the reports that the instance read from Firestore for this list. */
async function list(): Promise<{ issues: WireIssue[]; asked: string[] }> {
  const asked: string[] = [];
  proxy.intercept((one) => {
    asked.push(...reportsReadBy(one));
    return "pass";
  });
  const { status, body } = await call("GET", "/api/issues", { at: recorded.origin, as: admin });
  proxy.intercept(() => "pass");
  expect(status).toBe(200);
  return { issues: body.bugs as WireIssue[], asked: asked.sort() };
}

async function write(at: RunningApi, method: "POST" | "PUT" | "DELETE", path: string, body: object): Promise<void> {
  const response = await call(method, path, { at: at.origin, as: admin, body });
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
}
const createAt = async (at: RunningApi): Promise<string> => {
  const body = report();
  await write(at, "POST", "/api/issues", body);
  return String(body.id);
};
const statusOf = (issues: readonly WireIssue[], id: string) => issues.find((issue) => issue.id === id)?.status;

describe("the first list after a write", () => {
  beforeEach(async () => {
    await list();
  });

  it("reads only the report that the board names, after each kind of write on another instance", async () => {
    const id = await createAt(other);
    expect(await list()).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ id })]),
      asked: [id],
    });
    await write(other, "PUT", `/api/issues/${id}`, { status: "IN_PROGRESS" });
    const stepped = await list();
    expect([statusOf(stepped.issues, id), stepped.asked]).toEqual(["IN_PROGRESS", [id]]);
    await write(other, "POST", "/api/issues/amendment", { issueId: id, text: "A note." });
    const amended = await list();
    expect(amended.asked).toEqual([id]);
    expect(amended.issues.find((issue) => issue.id === id)?.amendment).toContain("A note.");
    await write(other, "DELETE", `/api/issues/${id}`, {});
    const deleted = await list();
    expect([statusOf(deleted.issues, id), deleted.asked]).toEqual([undefined, [id]]);
    await write(other, "POST", `/api/trash/${id}/restore`, {});
    const restored = await list();
    expect([statusOf(restored.issues, id), restored.asked]).toEqual(["IN_PROGRESS", [id]]);
    expect((await list()).asked).toEqual([]);
  });

  it("reads all reports that this instance wrote, and the last one of another instance, in one request", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => createAt(recorded)));
    await write(recorded, "DELETE", `/api/issues/${ids[0]}`, {});
    await write(recorded, "PUT", `/api/issues/${ids[1]}`, { status: "CLOSED" });
    await write(recorded, "PUT", `/api/issues/${ids[1]}`, { status: "RESOLVED" });
    const last = await createAt(other);
    const { issues, asked } = await list();
    expect(asked).toEqual([...ids, last].sort());
    expect(ids.map((id) => statusOf(issues, id))).toEqual([undefined, "RESOLVED", "OPEN", "OPEN", "OPEN"]);
    await write(recorded, "PUT", `/api/issues/${ids[2]}`, { status: "CLOSED" });
    await write(recorded, "DELETE", `/api/issues/${ids[3]}`, {});
    const next = await list();
    expect(next.asked).toEqual([ids[2], ids[3]].sort());
    expect(ids.map((id) => statusOf(next.issues, id))).toEqual([undefined, "RESOLVED", "CLOSED", undefined, "OPEN"]);
  });

  it("queries all changes after several writes on another instance", async () => {
    const ids = [await createAt(other), await createAt(other)];
    const { issues, asked } = await list();
    expect(asked).toEqual(["query", "query", "query"]);
    for (const id of ids) expect(statusOf(issues, id)).toBe("OPEN");
  });

  it.each([
    ["a path", "../members/x"],
    ["nothing", ""],
    ["a number", 4_711],
    ["a report that does not exist", "nowhere"],
  ])("queries all changes if the board names %s", async (_, issueId) => {
    const id = await createAt(other);
    await list();
    const batch = db.batch();
    batch.update(db.doc(`issues/${id}`), { title: "By hand", updatedAt: FieldValue.serverTimestamp() });
    batch.update(db.doc("boards/main"), { revision: FieldValue.increment(1), issueId });
    await batch.commit();
    const { issues, asked } = await list();
    expect(issues.find((issue) => issue.id === id)?.title).toBe("By hand");
    expect(asked).toContain("query");
  });

  it("queries all changes if the named report cannot be read", async () => {
    const id = await createAt(other);
    proxy.intercept((one) => (reportsReadBy(one).includes(id) ? "refuse" : "pass"));
    const { body } = await call("GET", "/api/issues", { at: recorded.origin, as: admin });
    expect(statusOf(body.bugs as WireIssue[], id)).toBe("OPEN");
    proxy.intercept(() => "pass");
  });
});
