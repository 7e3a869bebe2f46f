import { type ErrorCode, LIMITS, MESSAGES, STATUS_CYCLES, type WireIssue, type WireList } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { boardMovesSince, boardRevision } from "../support/board-moves.ts";
import { db, growToDocumentLimit, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let admin: Person;
beforeAll(async () => {
  member = await newMember();
  admin = await newAdmin();
});

async function readStoredReport(id: string) {
  return (await db.doc(`issues/${id}`).get()).data();
}

/** The number of stored reports of a member. */
async function countReports({ uid }: Person): Promise<number> {
  return (await db.collection("issues").where("reporterId", "==", uid).count().get()).data().count;
}

async function findListedReport(id: string, query = ""): Promise<WireIssue | undefined> {
  const { body } = await call("GET", `/api/issues${query}`, { as: member });
  const list = body as WireList;
  return [...list.bugs, ...list.features].find((issue) => issue.id === id);
}

const amend = (as: Person, body: Record<string, unknown>) => call("POST", "/api/issues/amendment", { as, body });

describe("filing a report (section 7)", () => {
  it("stores the whole payload under the caller's name, in the first status of its type", async () => {
    const id = uniqueId("r");
    const revisionBefore = await boardRevision();
    const sentReport = {
      id,
      type: "bug",
      title: "  Calendar shows the wrong week ",
      description: "Since Monday.",
      priority: "HIGH",
      websiteUrl: "https://example.org/calendar",
      reproductionSteps: "1. Open it",
      environmentInfo: "Firefox",
      expectedResult: "This week",
      actualResult: "Last week",
      problemItSolves: "",
      howItWorks: "dropped, for a bug has none",
      attachments: "[]",
      reporter: member.username,
      username: member.username,
      userId: member.uid,
    };
    const { status, body } = await call("POST", "/api/issues", { as: member, body: sentReport });
    expect({ status, success: body.success }).toEqual({ status: 201, success: true });
    const issue = body.issue as WireIssue;
    expect(issue).toEqual({
      id,
      number: expect.any(Number),
      type: "bug",
      title: "Calendar shows the wrong week",
      description: "Since Monday.",
      status: "OPEN",
      priority: "HIGH",
      user: { username: member.username },
      websiteUrl: "https://example.org/calendar",
      reproductionSteps: "1. Open it",
      environmentInfo: "Firefox",
      expectedResult: "This week",
      actualResult: "Last week",
      problemItSolves: "",
      howItWorks: "",
      area: "",
      attachments: "[]",
      amendment: "[]",
      votes: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: issue.createdAt,
    });
    expect(await findListedReport(id)).toEqual(issue);
    expect(await readStoredReport(id)).toMatchObject({
      reporterId: member.uid,
      updatedBy: member.uid,
      amendments: {},
    });
    expect((await boardMovesSince(revisionBefore)).filter((movedId) => movedId === id)).toHaveLength(1);
  });

  it("needs no id, no priority, and no field that names the reporter", async () => {
    const { body } = await call("POST", "/api/issues", {
      as: member,
      body: { type: "feature", title: "Dark mode", description: "Please." },
    });
    expect(body.issue).toMatchObject({ status: "PLANNED", priority: "MEDIUM", user: { username: member.username } });
  });

  it("three times under one id stores one report, with the same response each time", async () => {
    const body = reportBody();
    const send = () => call("POST", "/api/issues", { as: member, body });
    const concurrentResponses = await Promise.all([send(), send()]);
    const responses = [...concurrentResponses, await send()];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const response of responses) expect(response.body).toEqual(responses[0]!.body);
  });

  it("threat 29: under the id of a deleted report is a conflict, for admins too", async () => {
    const { id } = await fileReport(member);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const person of [member, admin])
      expectFailure(await call("POST", "/api/issues", { as: person, body: reportBody({ id }) }), 409, "already-exists");
    expect(await readStoredReport(id)).toBeUndefined();
  });
});

describe("a report", () => {
  const ID = "bad-report-id";
  /** An attachment of the report `ID`. The test replaces `UID` by the id of `member`, which is not known yet. */
  const attachment = (size = 9) => ({
    name: "a.pdf",
    size,
    type: "application/pdf",
    url: `/api/attachments/UID/${ID}/f`,
  });

  const BAD_REPORTS: [string, Record<string, unknown>, number, ErrorCode][] = [
    ["an unknown type", { type: "question" }, 400, "bad-request"],
    ["no type", { type: undefined }, 400, "bad-request"],
    ["an unknown priority", { priority: "URGENT" }, 400, "bad-request"],
    ["no title", { title: undefined }, 400, "bad-request"],
    ["a title of 201 characters", { title: "x".repeat(LIMITS.titleLength + 1) }, 400, "bad-request"],
    // The limit counts UTF-16 units.
    ["a title of 101 characters that take two UTF-16 units each", { title: "🙂".repeat(101) }, 400, "bad-request"],
    ["a title that is a number", { title: 7 }, 400, "bad-request"],
    ["a text of 10,001 characters", { actualResult: "x".repeat(LIMITS.textLength + 1) }, 400, "bad-request"],
    ["a file of 5 MB and one byte", { attachments: [attachment(5_242_881)] }, 400, "bad-request"],
    ["a file with an invisible name", { attachments: [{ ...attachment(), name: "\u200b" }] }, 400, "bad-request"],
    ["a file that was never uploaded", { attachments: [attachment()] }, 400, "attachment-missing"],
    ["a status", { status: "CLOSED" }, 400, "bad-request"],
    ["a blank reporter", { reporter: "  " }, 400, "bad-request"],
  ];

  it.each(BAD_REPORTS)("is refused with a message and not stored if it has %s", async (_, overrides, status, code) => {
    const countBefore = await countReports(member);
    const body = JSON.stringify(reportBody({ id: ID, ...overrides })).replaceAll("/UID/", `/${member.uid}/`);
    expectFailure(await call("POST", "/api/issues", { as: member, body }), status, code);
    expect(await readStoredReport(ID)).toBeUndefined();
    expect(await countReports(member)).toBe(countBefore);
  });

  it.each(["x", "x|.*|y", "a/b", "..", "x".repeat(65), "ä-ö"])(
    "is refused with a message and not stored if it has the id %j",
    async (id) => {
      const countBefore = await countReports(member);
      expectFailure(await call("POST", "/api/issues", { as: member, body: reportBody({ id }) }), 400, "bad-request");
      expect(await countReports(member)).toBe(countBefore);
    },
  );

  it("is stored if its id, title and text have the greatest allowed lengths", async () => {
    const id = uniqueId("x").padEnd(64, "x");
    const title = "x".repeat(LIMITS.titleLength);
    const { actualResult } = await fileReport(member, { id, title, actualResult: "x".repeat(LIMITS.textLength) });
    expect(actualResult).toHaveLength(LIMITS.textLength);
    expect(await readStoredReport(id)).toMatchObject({ title, actualResult });
    const emojiTitle = "🙂".repeat(LIMITS.titleLength / 2);
    expect(await fileReport(member, { title: emojiTitle })).toMatchObject({ title: emojiTitle });
  });
});

describe("changing a report's status (section 4)", () => {
  it.each(["bug", "feature"] as const)(
    "takes an admin through the whole cycle of a %s, forwards and backwards",
    async (type) => {
      const { id, createdAt } = await fileReport(member, { type });
      const cycle = STATUS_CYCLES[type];
      const forwards = [...cycle.slice(1), cycle[0]!];
      const backwards = [...cycle].reverse();
      // Both directions begin and end at the first status.
      let from = cycle[0]!;
      for (const status of [...forwards, ...backwards]) {
        const { body } = await call("PUT", `/api/issues/${id}`, {
          as: admin,
          body: { status, from, userId: admin.uid },
        });
        expect(body).toMatchObject({ success: true, issue: { id, status, createdAt } });
        expect(await readStoredReport(id)).toMatchObject({ status, updatedBy: admin.uid });
        expect(await findListedReport(id)).toEqual(body.issue);
        from = status;
      }
    },
  );

  it.each([
    ["an unknown status", { status: "DONE" }, 400, "bad-request"],
    ["no status", {}, 400, "bad-request"],
    ["two steps at once", { status: "TESTING" }, 409, "not-a-step"],
    ["the current status", { status: "OPEN" }, 409, "not-a-step"],
    ["a status of the other type", { status: "PLANNED" }, 409, "not-a-step"],
    ["CANCELLED", { status: "CANCELLED" }, 409, "not-a-step"],
    ["a step from an outdated status", { status: "TESTING", from: "IN_PROGRESS" }, 409, "conflict"],
  ] as const)("is refused and changes nothing for %s", async (_, body, status, code) => {
    const issue = await fileReport(member);
    expectFailure(await call("PUT", `/api/issues/${issue.id}`, { as: admin, body }), status, code);
    expect(await findListedReport(issue.id)).toEqual(issue);
  });

  it("a member's step is refused with 403 and changes nothing", async () => {
    const issue = await fileReport(member);
    const response = await call("PUT", `/api/issues/${issue.id}`, { as: member, body: { status: "IN_PROGRESS" } });
    expectFailure(response, 403, "forbidden");
    expect(response.body.error).toContain(MESSAGES.onlyAdmins);
    expect(await findListedReport(issue.id)).toEqual(issue);
  });

  it.each(["no-such-report", "x|.*|y", "x", "%2e%2e"])("is 404 for the unknown id %s", async (id) => {
    expectFailure(await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "OPEN" } }), 404, "not-found");
  });

  it("is refused and changes nothing if the report has Firestore's greatest size", async () => {
    const { id } = await fileReport(member);
    await growToDocumentLimit(db.doc(`issues/${id}`));
    const reportBefore = await readStoredReport(id);
    const response = await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    expectFailure(response, 409, "full");
    expect(response.body.error).toContain("too large for this change");
    expect(await readStoredReport(id)).toEqual(reportBefore);
    // The large report would slow down the lists of all other tests.
    await db.doc(`issues/${id}`).delete();
  });
});

const MS_PER_DAY = 86_400_000;

describe("deleting a report", () => {
  it("moves the whole report to the trash for 30 days", async () => {
    const { id } = await fileReport(member);
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: id, text: "Still there." } });
    const reportBefore = await readStoredReport(id);
    const revisionBefore = await boardRevision();
    const response = await call("DELETE", `/api/issues/${id}`, { as: admin, body: { userId: admin.uid } });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } });

    expect(await readStoredReport(id)).toBeUndefined();
    expect(await findListedReport(id)).toBeUndefined();
    expect((await boardMovesSince(revisionBefore)).filter((movedId) => movedId === id)).toHaveLength(1);
    const trashEntry = (await db.doc(`trash/${id}`).get()).data()!;
    expect(trashEntry.issue).toEqual(reportBefore);
    expect(trashEntry.deletedBy).toBe(admin.uid);
    const days = (trashEntry.purgeAt.toMillis() - trashEntry.deletedAt.toMillis()) / MS_PER_DAY;
    expect(days).toBeCloseTo(30, 2);
    expectFailure(await call("DELETE", `/api/issues/${id}`, { as: admin }), 404, "not-found");
  });

  it("needs no body, and refuses another member's userId and unknown fields", async () => {
    const { id } = await fileReport(member);
    expectFailure(
      await call("DELETE", `/api/issues/${id}`, { as: admin, body: { userId: "other" } }),
      403,
      "wrong-user",
    );
    expectFailure(await call("DELETE", `/api/issues/${id}`, { as: admin, body: { all: true } }), 400, "bad-request");
    expect(await readStoredReport(id)).toBeDefined();
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
  });

  it("is refused and changes nothing if the report is too large for the trash", async () => {
    const { id } = await fileReport(member);
    await growToDocumentLimit(db.doc(`issues/${id}`));
    const reportBefore = await readStoredReport(id);
    const response = await call("DELETE", `/api/issues/${id}`, { as: admin });
    expectFailure(response, 409, "full");
    expect(response.body.error).toContain("too large for this change");
    expect(await readStoredReport(id)).toEqual(reportBefore);
    expect((await db.doc(`trash/${id}`).get()).exists).toBe(false);
    // The large report would slow down the lists of all other tests.
    await db.doc(`issues/${id}`).delete();
  });

  it("is 404 for a report that does not exist", async () => {
    expectFailure(await call("DELETE", "/api/issues/no-such-report", { as: admin }), 404, "not-found");
  });
});

describe("amending a report", () => {
  it("adds an amendment by any member, with the server's time", async () => {
    const { id: issueId } = await fileReport(admin);
    const { uid: userId, username } = member;
    const { status, body } = await amend(member, { issueId, text: " It happens to me too. ", userId, username });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      amendment: {
        id: expect.any(String),
        text: "It happens to me too.",
        createdBy: username,
        createdAt: expect.any(String),
      },
    });
    const listedReport = await findListedReport(issueId);
    expect(JSON.parse(listedReport!.amendment)).toEqual([body.amendment]);
    expect(listedReport!.updatedAt).toBe(body.amendment.createdAt);
  });

  it("three times under one id adds one amendment; another text or member under that id is a conflict", async () => {
    const { id: issueId } = await fileReport(member);
    const body = { id: uniqueId("a"), issueId, text: "Once." };
    const concurrentResponses = await Promise.all([amend(member, body), amend(member, body)]);
    const responses = [...concurrentResponses, await amend(member, body)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const response of responses) expect(response.body).toEqual(responses[0]!.body);
    expectFailure(await amend(member, { ...body, text: "Twice." }), 409, "already-exists");
    expectFailure(await amend(admin, body), 409, "already-exists");
    expect(Object.keys((await readStoredReport(issueId))!.amendments)).toEqual([body.id]);
  });

  it.each([
    ["no text", { text: undefined }, 400, "bad-request"],
    ["4,001 characters", { text: "x".repeat(LIMITS.amendmentLength + 1) }, 400, "bad-request"],
    ["an id with a dot", { id: "a.b" }, 400, "bad-request"],
  ] as const)("is refused and adds nothing with %s", async (_, overrides, status, code) => {
    const issue = await fileReport(member);
    expectFailure(await amend(member, { issueId: issue.id, text: "A note.", ...overrides }), status, code);
    expect(await findListedReport(issue.id)).toEqual(issue);
  });

  it("needs the id of a report that exists", async () => {
    expectFailure(await amend(member, { issueId: "no-such-report", text: "Hello?" }), 404, "not-found");
    expectFailure(await amend(member, { text: "Hello?" }), 400, "bad-request");
  });
});
