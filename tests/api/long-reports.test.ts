import { LIMITS, type WireIssue, type WireList } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { pageVersion } from "../../suite/launcher/build.ts";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, ORIGIN, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

/** The same as `PAGE_BYTES` in functions/src/reports/shorten.ts. */
const MAX_PAGE_BYTES = 256 * 1024;
// This character has 3 bytes in UTF-8.
const LONG_TEXT = "長".repeat(LIMITS.textLength);
const searchWord = uniqueId("long");
const LONG_REPORT_COUNT = 10;

let member: Person;
const longReportIds: string[] = [];
let shortReport: WireIssue;
beforeAll(async () => {
  member = await newMember();
  const texts = {
    description: LONG_TEXT,
    reproductionSteps: LONG_TEXT,
    expectedResult: LONG_TEXT,
    actualResult: LONG_TEXT,
  };
  for (let index = 0; index < LONG_REPORT_COUNT; index += 1)
    longReportIds.push((await fileReport(member, { title: `${searchWord} ${index}`, ...texts })).id);
  shortReport = await fileReport(member, { title: `${searchWord} small`, description: "x".repeat(2_000) });
});

async function readWithSize(path: string): Promise<{ bytes: number; body: unknown }> {
  const response = await fetch(`${ORIGIN}${path}`, { headers: { authorization: `Bearer ${member.idToken}` } });
  const text = await response.text();
  return { bytes: Buffer.byteLength(text), body: JSON.parse(text) };
}

describe("threat 31: very long reports", () => {
  it("make no page of the list larger than 256 KB: long reports are shortened, short reports are not", async () => {
    const { bytes, body } = await readWithSize(`/api/issues?search=${searchWord}&pageSize=100`);
    expect(bytes).toBeLessThanOrEqual(MAX_PAGE_BYTES);
    const { bugs } = body as WireList;
    expect(bugs).toHaveLength(LONG_REPORT_COUNT + 1);
    expect(bugs.find(({ id }) => id === shortReport.id)).toEqual(shortReport);
    for (const id of longReportIds) {
      const listedReport = bugs.find((bug) => bug.id === id)!;
      expect(listedReport.shortened).toBe(true);
      expect(listedReport.description).toMatch(/^長+…$/);
    }
  });

  it("make no page with markup larger than 256 KB: the markup is left out", async () => {
    const { bytes, body } = await readWithSize(`/api/issues?search=${searchWord}&pageSize=25&draw=${pageVersion()}`);
    expect(bytes).toBeLessThanOrEqual(MAX_PAGE_BYTES);
    expect((body as WireList).bugs).toHaveLength(LONG_REPORT_COUNT + 1);
  });

  it("make no response with changes larger than 257 KB", async () => {
    const longAgo = "2020-01-01T00:00:00.000Z";
    const { bytes } = await readWithSize(
      `/api/issues/changes?search=${searchWord}&since=${longAgo}&ids=${longReportIds.join(",")}`,
    );
    // The reports alone may have 256 KB; the other fields come on top.
    expect(bytes).toBeLessThanOrEqual(MAX_PAGE_BYTES + 1_024);
  });

  it("of the greatest size that the limits allow can be stepped, deleted and restored", async () => {
    const admin = await newAdmin();
    const { id } = await fileReport(member, { description: LONG_TEXT, environmentInfo: LONG_TEXT });
    const texts = ["reproductionSteps", "expectedResult", "actualResult"].map((field) => [field, LONG_TEXT]);
    // An amendment can be made as long as this by an edit, whatever the size of its report.
    const amendments = Array.from({ length: LIMITS.amendmentsPerIssue }, (_, index) => {
      const isLong = index < LIMITS.longAmendments;
      const text = isLong ? "長".repeat(LIMITS.amendmentLength) : "x".repeat(LIMITS.laterAmendmentBytes);
      const author = { createdBy: member.username, createdById: member.uid, byAdmin: true };
      return [`amendment-${index}`.padEnd(64, "-"), { ...author, text, createdAt: new Date(), editedAt: new Date() }];
    });
    await db.doc(`issues/${id}`).update({ ...Object.fromEntries(texts), amendments: Object.fromEntries(amendments) });
    const stored = (await db.doc(`issues/${id}`).get()).data()!;
    expect((await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } })).status).toBe(200);
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin, body: {} })).status).toBe(200);
    expect((await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} })).status).toBe(200);
    expect((await db.doc(`issues/${id}`).get()).get("amendments")).toEqual(stored.amendments);
    await call("DELETE", `/api/issues/${id}`, { as: admin, body: {} });
  });

  it("are shortened in the list of all reports too", async () => {
    const { body } = await call("GET", "/api/issues", { as: member });
    const bugs = (body as WireList).bugs.filter(({ id }) => longReportIds.includes(id));
    expect(bugs).toHaveLength(LONG_REPORT_COUNT);
    for (const { shortened, description } of bugs)
      expect({ shortened, length: description.length }).toEqual({ shortened: true, length: 2_001 });
  });

  it("can be read whole, one at a time, by members only", async () => {
    for (const path of ["issues", "reports"]) {
      const { status, body } = await call("GET", `/api/${path}/${longReportIds[0]}`, { as: member });
      expect(status).toBe(200);
      expect(body.issue).toMatchObject({ id: longReportIds[0], description: LONG_TEXT, actualResult: LONG_TEXT });
      expect(body.issue.shortened).toBeUndefined();
    }
    expectFailure(await call("GET", `/api/issues/${longReportIds[0]}`), 401, "unauthenticated");
    expectFailure(await call("GET", `/api/issues/${uniqueId("unknown")}`, { as: member }), 404, "not-found");
  });
});
