import type { WireEdit, WireEvent, WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
let otherMember: Person;
beforeAll(async () => {
  [admin, member, otherMember] = [await newAdmin(), await newMember(), await newMember()];
});

const TEXTS = { title: "The login button is grey", description: "In Firefox alone." };
/** `from` in a body is the `editedAt` of the text that the author has seen, `""` if that text was never edited. */
const edit = (id: string, body: object = {}, as: Person = member) =>
  call("PUT", `/api/issues/${id}/texts`, { as, body: { ...TEXTS, ...body } });
const correct = (id: string, body: object, as: Person = admin) =>
  call("PUT", `/api/issues/${id}/correction`, { as, body });
const step = (id: string, status: string) => call("PUT", `/api/issues/${id}`, { as: admin, body: { status } });
const amend = async (issueId: string, as: Person = member, text = "Seen again."): Promise<string> =>
  (await call("POST", "/api/issues/amendment", { as, body: { issueId, text } })).body.amendment.id;
const editAmendment = (id: string, amendmentId: string, body: object, as: Person = member) =>
  call("PUT", `/api/issues/${id}/amendments/${amendmentId}`, { as, body });
const readReport = async (id: string): Promise<WireIssue> =>
  (await call("GET", `/api/issues/${id}`, { as: otherMember })).body.issue;
const readStoredReport = async (id: string) => (await db.doc(`issues/${id}`).get()).data()!;
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const setAge = (id: string, minutes: number) => db.doc(`issues/${id}`).update({ createdAt: minutesAgo(minutes) });

/** The edits in a report's history. */
async function readEdits(id: string): Promise<(WireEdit & { by: string })[]> {
  const { events } = (await call("GET", `/api/reports/${id}`, { as: otherMember })).body as { events: WireEvent[] };
  return events.filter((event) => event.kind === "edited");
}
const readHistoryBefore = (id: string, event: string, as = otherMember) =>
  call("GET", `/api/issues/${id}/history?before=${event}`, { as });
const readFormerTexts = (eventId: string, as: Person | undefined = otherMember) =>
  call("GET", `/api/history/${eventId}`, { as });

describe("an edit of a report", () => {
  it("changes texts and priority, and the history names the author, the changed fields and the former texts", async () => {
    const filedReport = await fileReport(member, { actualResult: "Nothing.", websiteUrl: "https://example.org" });
    const { id } = filedReport;
    const { status, body } = await edit(id, { priority: "HIGH", from: "" });
    expect(status).toBe(200);
    const { editedAt } = body.issue;
    expect(body.issue).toEqual({
      ...filedReport,
      ...TEXTS,
      priority: "HIGH",
      // An edit without these fields empties them.
      actualResult: "",
      websiteUrl: "",
      editedAt,
      updatedAt: editedAt,
    });
    expect(Date.parse(editedAt)).toBeGreaterThan(Date.parse(filedReport.createdAt));
    expect(await readReport(id)).toEqual(body.issue);
    const search = await call("GET", `/api/issues?search=${encodeURIComponent(TEXTS.title)}`, { as: otherMember });
    expect(search.body.bugs.map((issue: WireIssue) => issue.id)).toContain(id);

    const [event] = await readEdits(id);
    expect(event).toEqual({
      kind: "edited",
      id: event!.id,
      by: member.username,
      at: expect.any(String),
      fields: ["title", "description", "priority", "websiteUrl", "actualResult"],
      title: { from: filedReport.title, to: TEXTS.title },
      priority: { from: "MEDIUM", to: "HIGH" },
    });
    expect(await readFormerTexts(event!.id)).toMatchObject({
      status: 200,
      body: {
        former: {
          title: filedReport.title,
          description: filedReport.description,
          priority: "MEDIUM",
          websiteUrl: "https://example.org",
          actualResult: "Nothing.",
        },
      },
    });
  });

  it("that changes nothing, such as a repeated request after a lost response, succeeds and is no new edit", async () => {
    const { id } = await fileReport(member);
    const firstResponse = await edit(id, { from: "" });
    expect(await edit(id, { from: "" })).toMatchObject({ status: 200, body: firstResponse.body });
    // A repeated edit succeeds even after an admin has handled the report.
    await step(id, "IN_PROGRESS");
    expect((await edit(id, { from: "" })).status).toBe(200);
    expect((await readStoredReport(id)).editedAt.toDate().toISOString()).toBe(firstResponse.body.issue.editedAt);
    expect(await readEdits(id)).toHaveLength(1);
  });

  it("of a feature request leaves the fields of bugs empty", async () => {
    const { id } = await fileReport(member, { type: "feature" });
    expect((await edit(id, { actualResult: "x", howItWorks: "So." })).body.issue).toMatchObject({
      actualResult: "",
      howItWorks: "So.",
    });
  });

  it("is a conflict if the text was edited meanwhile, and succeeds from the current text", async () => {
    const { id } = await fileReport(member);
    const { body } = await edit(id, { from: "" });
    expectFailure(await edit(id, { title: "From another window", from: "" }), 409, "conflict");
    expect((await readReport(id)).title).toBe(TEXTS.title);
    const secondEdit = await edit(id, { title: "From another window", from: body.issue.editedAt });
    expect(secondEdit.body.issue.title).toBe("From another window");
  });

  it("succeeds while others vote and amend", async () => {
    const { id } = await fileReport(member);
    const votes = [otherMember, admin].map((as) =>
      call("PUT", `/api/issues/${id}/vote`, { as, body: { voted: true } }),
    );
    const responses = await Promise.all([...votes, amend(id, otherMember), edit(id)]);
    expect(responses.at(-1)).toMatchObject({ status: 200 });
    expect(await readReport(id)).toMatchObject({
      ...TEXTS,
      votes: 2,
      amendment: expect.stringContaining("Seen again."),
    });
  });

  it("threat 34: is refused to everybody but the reporter", async () => {
    const { id } = await fileReport(member);
    for (const as of [otherMember, admin]) {
      const response = await edit(id, {}, as);
      expectFailure(response, 403, "forbidden");
      expect(response.body.error).toContain("Only its reporter can edit a report.");
    }
    expectFailure(await call("PUT", `/api/issues/${id}/texts`, { body: TEXTS }), 401, "unauthenticated");
    expectFailure(await edit(id, { userId: otherMember.uid }), 403, "wrong-user");
    expect((await readReport(id)).title).not.toBe(TEXTS.title);
  });

  it("threat 34: is refused after 15 minutes", async () => {
    const { id } = await fileReport(member);
    await setAge(id, 14);
    expect((await edit(id)).status).toBe(200);
    await setAge(id, 15);
    const lateEdit = await edit(id, { title: "Too late" });
    expectFailure(lateEdit, 409, "too-late");
    expect(lateEdit.body.error).toContain("You can edit a report for 15 minutes");
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["a step", (id) => step(id, "IN_PROGRESS")],
    ["a step and the step back", async (id) => [await step(id, "IN_PROGRESS"), await step(id, "OPEN")]],
    ["an amendment", (id) => amend(id, admin)],
    ["a correction", (id) => correct(id, { title: "Corrected", priority: "LOW" })],
  ])("threat 34: is refused after %s by an admin, even if a member has amended since", async (_, handleReport) => {
    const { id } = await fileReport(member);
    await handleReport(id);
    expect(await readReport(id)).toMatchObject({ handledByAdmin: true });
    await amend(id, otherMember);
    const response = await edit(id);
    expectFailure(response, 409, "too-late");
    expect(response.body.error).toContain("An admin has answered this report");
  });

  it("is not refused after a member's amendment and vote", async () => {
    const { id } = await fileReport(member);
    await amend(id, otherMember);
    await call("PUT", `/api/issues/${id}/vote`, { as: otherMember, body: { voted: true } });
    expect(await readReport(id)).not.toHaveProperty("handledByAdmin");
    expect((await edit(id)).status).toBe(200);
  });

  it("is not found if the report is deleted or unknown; a restored report keeps the time of its edit", async () => {
    const { id } = await fileReport(member);
    const { body } = await edit(id);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const missingId of [id, "unknown", "a b"])
      expectFailure(await edit(encodeURIComponent(missingId)), 404, "not-found");
    const restored = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect(restored.body.issue.editedAt).toBe(body.issue.editedAt);
  });

  it.each([
    ["an empty title", { title: " " }],
    ["a title of 201 characters", { title: "x".repeat(201) }],
    ["an empty description", { description: "" }],
    ["an unknown priority", { priority: "URGENT" }],
    ["a script as its address", { websiteUrl: "javascript:0" }],
    ["a text of 10,001 characters", { howItWorks: "x".repeat(10_001) }],
    ["a status", { status: "CLOSED" }],
    ["a number as `from`", { from: 5 }],
  ])("with %s is refused", async (_, body) => {
    const { id } = await fileReport(member);
    expectFailure(await edit(id, body), 400, "bad-request");
    expect(await readReport(id)).not.toHaveProperty("editedAt");
  });
});

describe("a correction", () => {
  it("by an admin changes title and priority of a day-old report, and no other text", async () => {
    const filedReport = await fileReport(member);
    const { id } = filedReport;
    await setAge(id, 24 * 60);
    const { createdAt } = await readReport(id);
    const { body } = await correct(id, { title: "Corrected", priority: "CRITICAL", from: "" });
    expect(body.issue).toEqual({
      ...filedReport,
      createdAt,
      title: "Corrected",
      priority: "CRITICAL",
      handledByAdmin: true,
      editedAt: body.issue.editedAt,
      updatedAt: body.issue.editedAt,
    });
    expect(await readReport(id)).toEqual(body.issue);
    expect(await readEdits(id)).toMatchObject([{ by: admin.username, fields: ["title", "priority"] }]);
  });

  it("of a report that another admin has corrected meanwhile is a conflict", async () => {
    const { id } = await fileReport(member);
    expect((await correct(id, { title: "First", priority: "LOW", from: "" })).status).toBe(200);
    expectFailure(await correct(id, { title: "Second", priority: "LOW", from: "" }), 409, "conflict");
    expect((await readReport(id)).title).toBe("First");
  });

  it("is refused to members, without a title or priority, with another field, and for an unknown report", async () => {
    const { id } = await fileReport(member);
    const body = { title: "Corrected", priority: "LOW" };
    expectFailure(await correct(id, body, member), 403, "forbidden");
    expectFailure(await correct(id, { title: "Corrected" }), 400, "bad-request");
    expectFailure(await correct(id, { priority: "LOW" }), 400, "bad-request");
    expectFailure(await correct(id, { ...body, description: "Mine." }), 400, "bad-request");
    expectFailure(await correct("unknown", body), 404, "not-found");
  });
});

describe("an edit of an amendment", () => {
  it("changes its text and marks it as edited, and the history has the former text", async () => {
    const { id } = await fileReport(otherMember);
    const [firstAmendmentId, secondAmendmentId] = [await amend(id), await amend(id, admin, "Looking into it.")];
    const response = await editAmendment(id, firstAmendmentId, { text: " Seen twice. ", from: "" });
    expect(response.status).toBe(200);
    const { amendment } = response.body;
    expect(amendment).toMatchObject({ id: firstAmendmentId, text: "Seen twice.", createdBy: member.username });
    expect(Date.parse(amendment.editedAt)).toBeGreaterThan(Date.parse(amendment.createdAt));
    const report = await readReport(id);
    expect(JSON.parse(report.amendment)).toMatchObject([
      amendment,
      { id: secondAmendmentId, text: "Looking into it." },
    ]);
    expect(report.updatedAt).toBe(amendment.editedAt);
    const [event] = await readEdits(id);
    expect(event).toMatchObject({ amendment: firstAmendmentId, by: member.username, fields: ["text"] });
    expect((await readFormerTexts(event!.id)).body.former).toEqual({ text: "Seen again." });
  });

  it("threat 34: is refused to a former admin if the text has the admin mark, and so is an edit of such a report", async () => {
    const formerAdmin = await newAdmin();
    const { id } = await fileReport(formerAdmin);
    const amendmentId = await amend(id, formerAdmin);
    await call("PUT", `/api/members/${formerAdmin.uid}`, { as: admin, body: { isAdmin: false } });
    const reportBefore = await readStoredReport(id);
    await db.doc(`issues/${id}`).update({ handledByAdmin: false });
    expectFailure(await edit(id, {}, formerAdmin), 403, "forbidden");
    expectFailure(await editAmendment(id, amendmentId, { text: "Changed." }, formerAdmin), 403, "forbidden");
    expect(await readStoredReport(id)).toEqual({ ...reportBefore, handledByAdmin: false });
  });

  it("by an admin succeeds although the amendment counts as an admin's answer, and keeps the admin mark", async () => {
    const { id } = await fileReport(member);
    const amendmentId = await amend(id, admin);
    const { body } = await editAmendment(id, amendmentId, { text: "Found." }, admin);
    expect(body.amendment).toMatchObject({ text: "Found.", byAdmin: true });
  });

  it("threat 34: is refused to others, after 15 minutes, from an outdated text, and without a text", async () => {
    const { id } = await fileReport(otherMember);
    const amendmentId = await amend(id);
    for (const as of [otherMember, admin])
      expectFailure(await editAmendment(id, amendmentId, { text: "Not mine." }, as), 403, "forbidden");
    expectFailure(await editAmendment(id, amendmentId, { text: " " }), 400, "bad-request");
    expectFailure(await editAmendment(id, amendmentId, { text: "x".repeat(4_001) }), 400, "bad-request");
    for (const missingId of ["unknown", "__proto__", "toString"])
      expectFailure(await editAmendment(id, missingId, { text: "Which?" }), 404, "not-found");
    expectFailure(await editAmendment("unknown", amendmentId, { text: "Which?" }), 404, "not-found");
    const { body } = await editAmendment(id, amendmentId, { text: "Better." });
    expectFailure(await editAmendment(id, amendmentId, { text: "Best.", from: "" }), 409, "conflict");
    const { editedAt } = body.amendment;
    expect((await editAmendment(id, amendmentId, { text: "Best.", from: editedAt })).status).toBe(200);
    await db.doc(`issues/${id}`).update({ [`amendments.${amendmentId}.createdAt`]: minutesAgo(15) });
    expectFailure(await editAmendment(id, amendmentId, { text: "Too late." }), 409, "too-late");
  });
});

describe("former texts", () => {
  it("can be read by members only, and are 404 for an event that is no edit", async () => {
    const { id } = await fileReport(member);
    await edit(id);
    const [event] = await readEdits(id);
    expectFailure(await call("GET", `/api/history/${event!.id}`), 401, "unauthenticated");
    const { docs } = await db.collection("history").where("issueId", "==", id).get();
    const creation = docs.find((doc) => doc.get("kind") === "created")!;
    for (const missingId of [creation.id, "unknown", "a b", "%2E%2E", "__proto__"])
      expectFailure(await readFormerTexts(missingId), 404, "not-found");
  });
});

describe("a long history", () => {
  /** Stores corrections of the report by hand, one each second; returns their ids, oldest first. */
  async function storeCorrections(issueId: string, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => uniqueId("event"));
    const batch = db.batch();
    for (const [index, id] of ids.entries())
      batch.create(db.doc(`history/${id}`), {
        ...{ issueId, kind: "edited", from: null, to: null, fields: ["title"], by: admin.uid, byName: admin.username },
        at: new Date(Date.now() - (count - index) * 1_000),
      });
    await batch.commit();
    return ids;
  }
  const idsOf = ({ body }: { body: { events: WireEvent[] } }) =>
    body.events.flatMap((event) => (event.kind === "edited" ? event.id : []));

  it("is read in parts of 200 events, each event once", async () => {
    const { id } = await fileReport(member);
    const ids = await storeCorrections(id, 450);
    const last = await call("GET", `/api/reports/${id}`, { as: otherMember });
    // The creation is the newest event here.
    expect(idsOf(last)).toEqual(ids.slice(-199));
    const middle = await readHistoryBefore(id, last.body.earlier);
    expect(idsOf(middle)).toEqual(ids.slice(51, 251));
    const first = await readHistoryBefore(id, middle.body.earlier);
    expect(idsOf(first)).toEqual(ids.slice(0, 51));
    expect(first.body.earlier).toBe(null);
  });

  it("is read by nobody while the report is in the trash, nor by an event of another report", async () => {
    const [{ id }, other] = [await fileReport(member), await fileReport(member)];
    const [event] = await storeCorrections(id, 1);
    expect((await readHistoryBefore(id, event!)).status).toBe(200);
    expectFailure(await readHistoryBefore(other.id, event!), 404, "not-found");
    await call("DELETE", `/api/issues/${id}`, { as: admin, body: {} });
    expectFailure(await readHistoryBefore(id, event!, admin), 404, "not-found");
  });
});
