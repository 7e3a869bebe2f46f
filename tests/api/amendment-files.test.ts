import { LIMITS, type OwnReport, parseJsonList } from "@logbook/domain";
import { getStorage } from "firebase-admin/storage";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, newMember, type Person, upload } from "../support/actors.ts";
import { runJob } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { db, ORIGIN, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
let otherMember: Person;
beforeAll(async () => {
  [admin, member, otherMember] = await Promise.all([newAdmin(), newMember(), newMember()]);
});

// Each job starts a process, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const runJobLater = (job: "sweep" | "purge", ms: number) =>
  runJob(job, "--now", new Date(Date.now() + ms).toISOString());

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3);

/** Uploads a picture for a report. */
async function uploadPicture(as: Person, issueId: string, fileId = uniqueId("f")) {
  const path = `attachments/${as.uid}/${issueId}/${fileId}`;
  expect(await upload(as, path, JPEG, "image/jpeg")).toBe(200);
  return { name: `${fileId}.jpg`, size: JPEG.length, type: "image/jpeg", url: `/api/${path}` };
}
type Picture = Awaited<ReturnType<typeof uploadPicture>>;

const uploadPictures = (as: Person, issueId: string, count: number): Promise<Picture[]> =>
  Promise.all(Array.from({ length: count }, () => uploadPicture(as, issueId)));

const amend = (as: Person, issueId: string, attachments: unknown, fields: object = {}): Promise<ApiResponse> =>
  call("POST", "/api/issues/amendment", { as, body: { issueId, text: "See the picture.", attachments, ...fields } });

/** A report of the member with an amendment of the other member that has a picture. */
async function fileAmended() {
  const { id } = await fileReport(member);
  const picture = await uploadPicture(otherMember, id);
  const { status, body } = await amend(otherMember, id, [picture]);
  expect(status).toBe(201);
  const amendmentId: string = body.amendment.id;
  const path = `/api/issues/${id}/amendments/${amendmentId}`;
  const hide = (hidden: boolean) => call("PUT", `${path}/hidden`, { as: admin, body: { hidden } });
  return { id, picture, amendmentId, path, hide };
}

async function readStatus({ url }: Picture, as: Person): Promise<number> {
  const response = await fetch(`${ORIGIN}${url}`, { headers: { authorization: `Bearer ${as.idToken}` } });
  await response.arrayBuffer();
  return response.status;
}

const readAmendments = async (id: string, as: Person = member) =>
  parseJsonList((await call("GET", `/api/issues/${id}`, { as })).body.issue.amendment) as Record<string, unknown>[];
const isStored = async ({ url }: Picture) => (await getStorage().bucket().file(url.replace("/api/", "")).exists())[0];

describe("an amendment with pictures", () => {
  it("is in the report, its history and its list with them; any member reads them; one without has no such field", async () => {
    const { id, picture, amendmentId } = await fileAmended();
    await amend(member, id, undefined, { text: "Thank you." });
    const [amended, plain] = await readAmendments(id);
    expect(amended).toMatchObject({ id: amendmentId, text: "See the picture.", attachments: [picture] });
    expect(plain).not.toHaveProperty("attachments");
    const stored = (await db.doc(`issues/${id}`).get()).get(`amendments.${amendmentId}`);
    const { url, ...file } = picture;
    expect(stored.attachments).toEqual([{ ...file, path: url.replace("/api/", "") }]);
    for (const as of [member, otherMember, admin]) expect(await readStatus(picture, as)).toBe(200);
    const { body } = await call("GET", "/api/issues?page=1&pageSize=100&sort=newest", { as: member });
    const listed = body.bugs.find((report: { id: string }) => report.id === id);
    expect(parseJsonList(listed.amendment)[0]).toMatchObject({ attachments: [picture] });
  });

  it("that is sent again after a lost response is stored once; with other files under its id it is refused", async () => {
    const { id } = await fileReport(member);
    const [first, second] = await uploadPictures(otherMember, id, 2);
    const fields = { id: uniqueId("a") };
    const sent = await amend(otherMember, id, [first], fields);
    expect(sent.status).toBe(201);
    expect((await amend(otherMember, id, [first], fields)).body).toEqual(sent.body);
    for (const attachments of [[second], [], [first, second]])
      expectFailure(await amend(otherMember, id, attachments, fields), 409, "already-exists");
    expect(await readAmendments(id)).toHaveLength(1);
  });

  it("keeps them if its text is edited", async () => {
    const { picture, path, id } = await fileAmended();
    const edit = await call("PUT", path, { as: otherMember, body: { text: "See it." } });
    expect(edit.body.amendment).toMatchObject({ text: "See it.", attachments: [picture] });
    expect(await readAmendments(id)).toMatchObject([{ text: "See it.", attachments: [picture] }]);
  });

  it("and no text is refused", async () => {
    const { id } = await fileReport(member);
    const picture = await uploadPicture(member, id);
    for (const text of ["", " \n", undefined])
      expectFailure(await amend(member, id, [picture], { text }), 400, "bad-request");
    expect(await readAmendments(id)).toEqual([]);
  });

  it("has three at most, and a report thirty with all its amendments, also if two reach that at the same moment", async () => {
    const id = uniqueId("r");
    const own = await uploadPictures(member, id, LIMITS.attachmentsPerIssue);
    await fileReport(member, { id, attachments: own });
    const four = await uploadPictures(otherMember, id, 4);
    for (const list of [four, JSON.stringify(four)])
      expectFailure(await amend(otherMember, id, list), 400, "bad-request");
    // 5 and 8 times 3 are 29.
    for (let count = 0; count < 8; count += 1)
      expect((await amend(member, id, await uploadPictures(member, id, 3))).status).toBe(201);
    expectFailure(await amend(otherMember, id, four.slice(0, 2)), 409, "full");
    const results = await Promise.all(four.slice(0, 2).map((picture) => amend(otherMember, id, [picture])));
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await amend(otherMember, id, [], { text: "Without one." })).status).toBe(201);
  });

  it("threat 46: is refused if a file is another member's, another report's, this report's already, missing or another type", async () => {
    const { id } = await fileReport(member);
    const other = await fileReport(member);
    const [own, taken] = await uploadPictures(otherMember, id, 2);
    expect((await amend(otherMember, id, [taken])).status).toBe(201);
    const lists = {
      "another member's": [await uploadPicture(member, id)],
      "another report's": [await uploadPicture(otherMember, other.id)],
      "one that the report lists already": [own, taken],
      "one file twice": [own, own],
      "another size": [{ ...own, size: 4 }],
      "another type": [{ ...own, type: "image/png" }],
      "path traversal": [{ ...own, url: `/api/attachments/${otherMember.uid}/${id}/../${other.id}/f` }],
    };
    for (const [label, attachments] of Object.entries(lists))
      expect(await amend(otherMember, id, attachments), label).toMatchObject({ status: 400 });
    const missing = { ...own, url: `/api/attachments/${otherMember.uid}/${id}/missing` };
    expectFailure(await amend(otherMember, id, [missing]), 400, "attachment-missing");
    const html = new TextEncoder().encode("<script>alert(1)</script>");
    const path = `attachments/${otherMember.uid}/${id}/html`;
    expect(await upload(otherMember, path, html, "image/jpeg")).toBe(200);
    expectFailure(
      await amend(otherMember, id, [{ name: "a.jpg", size: html.length, type: "image/jpeg", url: `/api/${path}` }]),
      400,
      "bad-request",
    );
    expect(await readAmendments(id)).toHaveLength(1);
    // The file itself is no reason for a refusal.
    expect((await amend(otherMember, id, [own])).status).toBe(201);
  });

  it("threat 46: that is hidden gives its pictures to admins and their uploader only, and to all when it is shown again", async () => {
    const { id, picture, path, hide } = await fileAmended();
    const headers = { authorization: `Bearer ${member.idToken}` };
    const etag = (await fetch(`${ORIGIN}${picture.url}`, { headers })).headers.get("etag")!;
    const hidden = await hide(true);
    expect(hidden.body.amendment).not.toHaveProperty("attachments");
    for (const as of [member, otherMember, admin])
      for (const get of [`/api/issues/${id}`, `/api/reports/${id}`, "/api/issues?page=1&sort=newest"])
        expect(JSON.stringify((await call("GET", get, { as })).body), get).not.toContain(picture.name);
    const cached = await fetch(`${ORIGIN}${picture.url}`, { headers: { ...headers, "if-none-match": etag } });
    expect({ status: cached.status, etag: cached.headers.get("etag") }).toEqual({ status: 404, etag: null });
    expect([await readStatus(picture, admin), await readStatus(picture, otherMember)]).toEqual([200, 200]);
    expect((await call("GET", path, { as: admin })).body).toMatchObject({ attachments: [picture] });
    expectFailure(await call("GET", path, { as: member }), 403, "forbidden");
    const shown = await hide(false);
    expect(shown.body.amendment.attachments).toEqual([picture]);
    expect(await readStatus(picture, member)).toBe(200);
  });

  it("has them in an admin's export and, hidden or not, in its author's own data", async () => {
    const { id, picture, hide } = await fileAmended();
    const since = new Date().toISOString();
    const exported = async () =>
      (await call("GET", `/api/export/reports?since=${since}&ids=${id}`, { as: admin })).body.reports[0].amendments[0];
    expect((await exported()).attachments).toEqual([picture]);
    await hide(true);
    expect(await exported()).not.toHaveProperty("attachments");
    const readOwn = async (as: Person): Promise<OwnReport | undefined> =>
      (await call("GET", `/api/me/data/reports?ids=${id}`, { as })).body.reports[0];
    expect((await readOwn(otherMember))?.amendments[0]?.attachments).toEqual([picture]);
    expect((await readOwn(member))?.amendments).toEqual([]);
  });

  it("keeps them when its author's account is deleted", async () => {
    const leaver = await newMember();
    const { id } = await fileReport(member);
    const picture = await uploadPicture(leaver, id);
    await amend(leaver, id, [picture]);
    const leave = { as: leaver, body: { password: leaver.password } };
    expect((await call("POST", "/api/auth/delete-account", leave)).status).toBe(200);
    expect(await readAmendments(id)).toMatchObject([{ createdBy: "former member", attachments: [picture] }]);
    expect(await readStatus(picture, otherMember)).toBe(200);
  });
});

describe("the pictures of an amendment", () => {
  it("threat 46: stay while the sweep runs; one whose amendment was never sent is deleted once it is 12 hours old", async () => {
    const { id, picture } = await fileAmended();
    const unsent = await uploadPicture(otherMember, id);
    await runJobLater("sweep", 13 * HOUR_MS);
    expect([await isStored(picture), await isStored(unsent)]).toEqual([true, false]);
    expect(await readStatus(picture, member)).toBe(200);
  });

  it("threat 46: are for admins only while the report is in the trash, come back with it, and go with it for good", async () => {
    const { id, picture } = await fileAmended();
    const remove = () => call("DELETE", `/api/issues/${id}`, { as: admin });
    expect((await remove()).status).toBe(200);
    expect([await readStatus(picture, member), await readStatus(picture, admin)]).toEqual([404, 200]);
    await runJobLater("sweep", 13 * HOUR_MS);
    expect((await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} })).status).toBe(200);
    expect(await readStatus(picture, member)).toBe(200);
    expect(await readAmendments(id)).toMatchObject([{ attachments: [picture] }]);
    expect((await remove()).status).toBe(200);
    await runJobLater("purge", 31 * DAY_MS);
    expect(await isStored(picture)).toBe(false);
  });

  it("threat 46: are deleted with the text 30 days after an admin has hidden it, at the next sweep", async () => {
    const { id, amendmentId, picture, path, hide } = await fileAmended();
    await hide(true);
    await runJobLater("purge", 29 * DAY_MS);
    await runJobLater("sweep", 29 * DAY_MS);
    expect((await call("GET", path, { as: admin })).body.attachments).toEqual([picture]);
    expect(await isStored(picture)).toBe(true);
    await runJobLater("purge", 31 * DAY_MS);
    const { body } = await call("GET", path, { as: admin });
    expect(body).toEqual({ success: true, text: "" });
    expect((await db.doc(`issues/${id}`).get()).get(`amendments.${amendmentId}`)).not.toHaveProperty("attachments");
    expect(await readStatus(picture, admin)).toBe(404);
    await runJobLater("sweep", 31 * DAY_MS);
    expect(await isStored(picture)).toBe(false);
  });
});
