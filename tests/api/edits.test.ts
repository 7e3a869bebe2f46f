import type { WireEdit, WireEvent, WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
let other: Person;
beforeAll(async () => {
  [admin, member, other] = [await newAdmin(), await newMember(), await newMember()];
});

const TEXTS = { title: "The login button is grey", description: "In Firefox alone." };
const edit = (id: string, body: object = {}, as: Person = member) =>
  call("PUT", `/api/issues/${id}/texts`, { as, body: { ...TEXTS, ...body } });
const correct = (id: string, body: object, as: Person = admin) =>
  call("PUT", `/api/issues/${id}/correction`, { as, body });
const step = (id: string, status: string) => call("PUT", `/api/issues/${id}`, { as: admin, body: { status } });
const amend = async (issueId: string, as: Person = member, text = "Seen again."): Promise<string> =>
  (await call("POST", "/api/issues/amendment", { as, body: { issueId, text } })).body.amendment.id;
const editAmendment = (id: string, amendment: string, body: object, as: Person = member) =>
  call("PUT", `/api/issues/${id}/amendments/${amendment}`, { as, body });
const read = async (id: string): Promise<WireIssue> =>
  (await call("GET", `/api/issues/${id}`, { as: other })).body.issue;
const readStored = async (id: string) => (await db.doc(`issues/${id}`).get()).data()!;
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const setAge = (id: string, minutes: number) => db.doc(`issues/${id}`).update({ createdAt: minutesAgo(minutes) });

/** The edits in a report's history, once there are at least `count`. */
const editsInHistory = (id: string, count: number): Promise<(WireEdit & { by: string })[]> =>
  eventually(`${count} edits in the history`, async () => {
    const { events } = (await call("GET", `/api/reports/${id}`, { as: other })).body as { events: WireEvent[] };
    const found = events.filter((event) => event.kind === "edited");
    return found.length >= count ? found : null;
  });
const readFormerTexts = (event: string, as: Person | undefined = other) => call("GET", `/api/history/${event}`, { as });

describe("an edit of a report", () => {
  it("changes its texts and priority in every list, and the history has who, what and the former texts", async () => {
    const filed = await fileReport(member, { actualResult: "Nothing.", websiteUrl: "https://example.org" });
    const { id } = filed;
    const { status, body } = await edit(id, { priority: "HIGH", from: "" });
    expect(status).toBe(200);
    const { editedAt } = body.issue;
    expect(body.issue).toEqual({
      ...filed,
      ...TEXTS,
      priority: "HIGH",
      actualResult: "",
      websiteUrl: "",
      editedAt,
      updatedAt: editedAt,
    });
    expect(Date.parse(editedAt)).toBeGreaterThan(Date.parse(filed.createdAt));
    expect(await read(id)).toEqual(body.issue);
    const search = await call("GET", `/api/issues?search=${encodeURIComponent(TEXTS.title)}`, { as: other });
    expect(search.body.bugs.map((issue: WireIssue) => issue.id)).toContain(id);

    const [event] = await editsInHistory(id, 1);
    expect(event).toEqual({
      kind: "edited",
      id: event!.id,
      by: member.username,
      at: expect.any(String),
      fields: ["title", "description", "priority", "websiteUrl", "actualResult"],
      title: { from: filed.title, to: TEXTS.title },
      priority: { from: "MEDIUM", to: "HIGH" },
    });
    expect(await readFormerTexts(event!.id)).toMatchObject({
      status: 200,
      body: {
        former: {
          title: filed.title,
          description: filed.description,
          priority: "MEDIUM",
          websiteUrl: "https://example.org",
          actualResult: "Nothing.",
        },
      },
    });
  });

  it("that changes nothing, such as a repeated request after a lost response, succeeds and is no new edit", async () => {
    const { id } = await fileReport(member);
    const first = await edit(id, { from: "" });
    expect(await edit(id, { from: "" })).toMatchObject({ status: 200, body: first.body });
    // This is also true after an admin has handled the report.
    await step(id, "IN_PROGRESS");
    expect((await edit(id, { from: "" })).status).toBe(200);
    expect((await readStored(id)).editedAt.toDate().toISOString()).toBe(first.body.issue.editedAt);
  });

  it("leaves the fields of the other type as they are", async () => {
    const { id } = await fileReport(member, { type: "feature" });
    expect((await edit(id, { actualResult: "x", howItWorks: "So." })).body.issue).toMatchObject({
      actualResult: "",
      howItWorks: "So.",
    });
  });

  it("of a text that was edited meanwhile is a conflict; from the current text it succeeds", async () => {
    const { id } = await fileReport(member);
    const { body } = await edit(id, { from: "" });
    expectFailure(await edit(id, { title: "From another window", from: "" }), 409, "conflict");
    expect((await read(id)).title).toBe(TEXTS.title);
    const again = await edit(id, { title: "From another window", from: body.issue.editedAt });
    expect(again.body.issue.title).toBe("From another window");
  });

  it("succeeds while others vote and amend", async () => {
    const { id } = await fileReport(member);
    const votes = [other, admin].map((as) => call("PUT", `/api/issues/${id}/vote`, { as, body: { voted: true } }));
    const responses = await Promise.all([...votes, amend(id, other), edit(id)]);
    expect(responses.at(-1)).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ ...TEXTS, votes: 2, amendment: expect.stringContaining("Seen again.") });
  });

  it("is refused to everybody but the reporter", async () => {
    const { id } = await fileReport(member);
    for (const as of [other, admin]) {
      const response = await edit(id, {}, as);
      expectFailure(response, 403, "forbidden");
      expect(response.body.error).toContain("Only its reporter can edit a report.");
    }
    expectFailure(await call("PUT", `/api/issues/${id}/texts`, { body: TEXTS }), 401, "unauthenticated");
    expectFailure(await edit(id, { userId: other.uid }), 403, "wrong-user");
    expect((await read(id)).title).not.toBe(TEXTS.title);
  });

  it("is refused after 15 minutes", async () => {
    const { id } = await fileReport(member);
    await setAge(id, 14);
    expect((await edit(id)).status).toBe(200);
    await setAge(id, 15);
    const late = await edit(id, { title: "Too late" });
    expectFailure(late, 409, "too-late");
    expect(late.body.error).toContain("You can edit a report for 15 minutes");
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["a step", (id) => step(id, "IN_PROGRESS")],
    ["a step and the step back", async (id) => [await step(id, "IN_PROGRESS"), await step(id, "OPEN")]],
    ["an amendment", (id) => amend(id, admin)],
    ["a correction", (id) => correct(id, { title: "Corrected", priority: "LOW" })],
  ])("is refused after %s by an admin, also when a member has amended since", async (_, handleReport) => {
    const { id } = await fileReport(member);
    await handleReport(id);
    expect(await read(id)).toMatchObject({ handledByAdmin: true });
    await amend(id, other);
    const response = await edit(id);
    expectFailure(response, 409, "too-late");
    expect(response.body.error).toContain("An admin has answered this report");
  });

  it("is not refused after a member's amendment and vote", async () => {
    const { id } = await fileReport(member);
    await amend(id, other);
    await call("PUT", `/api/issues/${id}/vote`, { as: other, body: { voted: true } });
    expect(await read(id)).not.toHaveProperty("handledByAdmin");
    expect((await edit(id)).status).toBe(200);
  });

  it("of a deleted or unknown report is not found; a restored report keeps the time of its edit", async () => {
    const { id } = await fileReport(member);
    const { body } = await edit(id);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const missing of [id, "unknown", "a b"])
      expectFailure(await edit(encodeURIComponent(missing)), 404, "not-found");
    const restored = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect(restored.body.issue.editedAt).toBe(body.issue.editedAt);
  });

  it.each([
    { title: " " },
    { title: "x".repeat(201) },
    { description: "" },
    { priority: "URGENT" },
    { websiteUrl: "javascript:0" },
    { howItWorks: "x".repeat(10_001) },
    { status: "CLOSED" },
    { from: 5 },
  ])("with %j is refused", async (body) => {
    const { id } = await fileReport(member);
    expectFailure(await edit(id, body), 400, "bad-request");
    expect(await read(id)).not.toHaveProperty("editedAt");
  });
});

describe("a correction", () => {
  it("changes title and priority of an old report, by an admin, and nothing else", async () => {
    const filed = await fileReport(member);
    await setAge(filed.id, 60 * 24);
    const { createdAt } = await read(filed.id);
    const { body } = await correct(filed.id, { title: "Corrected", priority: "CRITICAL", from: "" });
    expect(body.issue).toEqual({
      ...filed,
      createdAt,
      title: "Corrected",
      priority: "CRITICAL",
      handledByAdmin: true,
      editedAt: body.issue.editedAt,
      updatedAt: body.issue.editedAt,
    });
    expect(await read(filed.id)).toEqual(body.issue);
    expect(await editsInHistory(filed.id, 1)).toMatchObject([{ by: admin.username, fields: ["title", "priority"] }]);
  });

  it("of a report that another admin has corrected meanwhile is a conflict", async () => {
    const { id } = await fileReport(member);
    expect((await correct(id, { title: "First", priority: "LOW", from: "" })).status).toBe(200);
    expectFailure(await correct(id, { title: "Second", priority: "LOW", from: "" }), 409, "conflict");
    expect((await read(id)).title).toBe("First");
  });

  it("is refused to members, without a title or priority, and with another text", async () => {
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
    const { id } = await fileReport(other);
    const [first, second] = [await amend(id), await amend(id, admin, "Looking into it.")];
    const response = await editAmendment(id, first, { text: " Seen twice. ", from: "" });
    expect(response.status).toBe(200);
    const { amendment } = response.body;
    expect(amendment).toMatchObject({ id: first, text: "Seen twice.", createdBy: member.username });
    expect(Date.parse(amendment.editedAt)).toBeGreaterThan(Date.parse(amendment.createdAt));
    const report = await read(id);
    expect(JSON.parse(report.amendment)).toMatchObject([amendment, { id: second, text: "Looking into it." }]);
    expect(report.updatedAt).toBe(amendment.editedAt);
    const [event] = await editsInHistory(id, 1);
    expect(event).toMatchObject({ amendment: first, by: member.username, fields: ["text"] });
    expect((await readFormerTexts(event!.id)).body.former).toEqual({ text: "Seen again." });
  });

  it("by an admin succeeds although the amendment counts as an admin's answer, and keeps the admin mark", async () => {
    const { id } = await fileReport(member);
    const note = await amend(id, admin);
    const { body } = await editAmendment(id, note, { text: "Found." }, admin);
    expect(body.amendment).toMatchObject({ text: "Found.", byAdmin: true });
  });

  it("is refused to others, after 15 minutes, from an outdated text, and without a text", async () => {
    const { id } = await fileReport(other);
    const note = await amend(id);
    for (const as of [other, admin])
      expectFailure(await editAmendment(id, note, { text: "Not mine." }, as), 403, "forbidden");
    expectFailure(await editAmendment(id, note, { text: " " }), 400, "bad-request");
    expectFailure(await editAmendment(id, note, { text: "x".repeat(4_001) }), 400, "bad-request");
    for (const missing of ["unknown", "__proto__", "toString"])
      expectFailure(await editAmendment(id, missing, { text: "Which?" }), 404, "not-found");
    expectFailure(await editAmendment("unknown", note, { text: "Which?" }), 404, "not-found");
    const { body } = await editAmendment(id, note, { text: "Better." });
    expectFailure(await editAmendment(id, note, { text: "Best.", from: "" }), 409, "conflict");
    const { editedAt } = body.amendment;
    expect((await editAmendment(id, note, { text: "Best.", from: editedAt })).status).toBe(200);
    await db.doc(`issues/${id}`).update({ [`amendments.${note}.createdAt`]: minutesAgo(15) });
    expectFailure(await editAmendment(id, note, { text: "Too late." }), 409, "too-late");
  });

  it("of more than 2,500 bytes is refused with the reason if the report has 25 other amendments", async () => {
    const { id } = await fileReport(other);
    const note = await amend(id);
    const entry = (await readStored(id)).amendments[note];
    const old = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [uniqueId(`old${index}`), entry]));
    await db.doc(`issues/${id}`).set({ amendments: old }, { merge: true });
    const response = await editAmendment(id, note, { text: "x".repeat(2_501) });
    expectFailure(response, 409, "full");
    expect((await editAmendment(id, note, { text: "x".repeat(2_500) })).status).toBe(200);
  });
});

describe("former texts", () => {
  it("can be read by members only, and only for edits", async () => {
    const { id } = await fileReport(member);
    await edit(id);
    const [event] = await editsInHistory(id, 1);
    expectFailure(await call("GET", `/api/history/${event!.id}`), 401, "unauthenticated");
    const { docs } = await db.collection("history").where("issueId", "==", id).get();
    const created = docs.find((doc) => doc.get("kind") === "created")!;
    for (const none of [created.id, "unknown", "a b", "%2E%2E", "__proto__"])
      expectFailure(await readFormerTexts(none), 404, "not-found");
  });
});
