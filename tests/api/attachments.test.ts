import type { WireList } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, reportBody, upload } from "../support/actors.ts";
import { db, eventually, ORIGIN, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let otherMember: Person;
beforeAll(async () => {
  member = await newMember();
  otherMember = await newMember();
});

const encodeText = (text: string) => new TextEncoder().encode(text);
// The API recognizes the type of a file by its first bytes, so these pictures are not complete.
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...encodeText("JFIF"), 0, 1, 2, 3);
const PNG = Uint8Array.of(0x89, ...encodeText("PNG\r\n"), 0x1a, 0x0a, 0, 0, 0, 13);

interface UploadedFile {
  issueId: string;
  path: string;
  attachment: { name: string; size: number; type: string; url: string };
}

async function uploadFile(
  person: Person,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<UploadedFile> {
  const issueId = uniqueId("i");
  const path = `attachments/${person.uid}/${issueId}/f-1`;
  expect(await upload(person, path, bytes, type)).toBe(200);
  return { issueId, path, attachment: { name, size: bytes.length, type, url: `/api/${path}` } };
}

async function fetchFile(url: string, person: Person | null, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${ORIGIN}${url}`, {
    headers: { ...headers, ...(person && { authorization: `Bearer ${person.idToken}` }) },
  });
}

describe("an attachment", () => {
  it.each([
    ["a photo.jpg", JPEG, "image/jpeg", "inline"],
    ["ä '1' (2).png", PNG, "image/png", "attachment; filename*=UTF-8''%C3%A4%20%271%27%20%282%29.png"],
    ["server.log", encodeText("2026-01-01 it broke ä"), "text/plain", "attachment; filename*=UTF-8''server.log"],
    ["paper.pdf", encodeText("%PDF-1.7\n..."), "application/pdf", "attachment; filename*=UTF-8''paper.pdf"],
  ])("is filed with a report and read by any member: %s", async (name, bytes, type, disposition) => {
    const { issueId, path, attachment } = await uploadFile(member, name, bytes, type);
    // A report that is sent without an id gets the id in its attachments' paths.
    const { status, body } = await call("POST", "/api/issues", {
      as: member,
      body: reportBody({ id: undefined, attachments: [attachment] }),
    });
    expect({ status, id: body.issue?.id }).toEqual({ status: 201, id: issueId });
    expect(JSON.parse(body.issue.attachments)).toEqual([attachment]);
    expect((await db.doc(`issues/${issueId}`).get()).get("attachments")).toEqual([
      { name, size: bytes.length, type, path },
    ]);

    const download = await fetchFile(attachment.url, otherMember);
    expect(download.status).toBe(200);
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(download.headers)).toMatchObject({
      "content-type": type,
      "content-length": String(bytes.length),
      "content-disposition": disposition,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringMatching(/^private, max-age=\d+$/),
    });
    const revalidated = await fetchFile(attachment.url, otherMember, {
      "if-none-match": download.headers.get("etag")!,
    });
    expect({ status: revalidated.status, body: await revalidated.text() }).toEqual({ status: 304, body: "" });
  });

  it("is listed and saved under a safe name, without text-direction characters and with the extension of its type", async () => {
    const { issueId: id, attachment } = await uploadFile(member, "cod\u202etxt.exe", encodeText("log"), "text/plain");
    const { body } = await call("POST", "/api/issues", {
      as: member,
      body: reportBody({ id, attachments: [attachment] }),
    });
    expect(JSON.parse(body.issue.attachments)).toMatchObject([{ name: "codtxt.exe.txt" }]);
    const download = await fetchFile(attachment.url, otherMember);
    expect(download.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''codtxt.exe.txt");
    await download.arrayBuffer();
  });

  it("can be sent in a JSON-encoded list, and a repeated request gets the same response", async () => {
    const { issueId: id, attachment } = await uploadFile(member, "a.log", encodeText("log"), "text/plain");
    const body = reportBody({ id, attachments: JSON.stringify([attachment]) });
    const firstResponse = await call("POST", "/api/issues", { as: member, body });
    expect(firstResponse.status).toBe(201);
    expect(await call("POST", "/api/issues", { as: member, body })).toMatchObject({
      status: 201,
      body: firstResponse.body,
    });
  });

  it("can be read only by its uploader while no report lists it", async () => {
    const { attachment } = await uploadFile(member, "a.log", encodeText("log"), "text/plain");
    const download = await fetchFile(attachment.url, member);
    expect({ status: download.status, text: await download.text() }).toEqual({ status: 200, text: "log" });
    expectFailure(await call("GET", attachment.url, { as: otherMember }), 404, "not-found");
    expectFailure(await call("GET", attachment.url, { as: await newAdmin() }), 404, "not-found");
  });

  it("section 3: is listed if an old report has its bytes in the database; new bytes in a body are refused, with advice to upload them", async () => {
    const attachmentWithData = { name: "dot.png", size: 3, type: "image/png", data: "data:image/png;base64,AAAA" };
    const report = await fileReport(member);
    await db.doc(`issues/${report.id}`).update({ attachments: [attachmentWithData] });
    await eventually("the file in the list", async () => {
      const { body } = await call("GET", "/api/issues", { as: otherMember });
      const listedAttachments = (body as WireList).bugs.find(({ id }) => id === report.id)?.attachments;
      return listedAttachments === JSON.stringify([attachmentWithData]) ? listedAttachments : null;
    });
    const response = await call("POST", "/api/issues", {
      as: member,
      body: reportBody({ attachments: [attachmentWithData] }),
    });
    expectFailure(response, 400, "bad-request");
    expect(response.body.error).toMatch(/upload it to Storage as attachments\//);
  });

  it("threat 33: can be read only by admins and its uploader while its report is in the trash, and by all members after a restore", async () => {
    const { issueId: id, attachment } = await uploadFile(member, "a.log", encodeText("log"), "text/plain");
    await fileReport(member, { id, attachments: [attachment] });
    const admin = await newAdmin();
    const etag = (await fetchFile(attachment.url, otherMember)).headers.get("etag")!;
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    // Even a member who has the file in the browser's cache gets 404 and not 304.
    for (const cachedEtag of ["", etag]) {
      const refused = await fetchFile(attachment.url, otherMember, { "if-none-match": cachedEtag });
      expect({ status: refused.status, etag: refused.headers.get("etag") }).toEqual({ status: 404, etag: null });
    }
    for (const person of [admin, member]) expect((await fetchFile(attachment.url, person)).status).toBe(200);
    expect((await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} })).status).toBe(200);
    expect((await fetchFile(attachment.url, otherMember)).status).toBe(200);
  });

  it("is 404 if it does not exist or its address is malformed", async () => {
    const { issueId: id, attachment } = await uploadFile(member, "a.log", encodeText("log"), "text/plain");
    await fileReport(member, { id, attachments: [attachment] });
    for (const url of [
      `${attachment.url}x`,
      `/api/attachments/${member.uid}/${id}/%2e%2e`,
      `/api/attachments/${member.uid}/x|y/f-1`,
    ])
      expectFailure(await call("GET", url, { as: member }), 404, "not-found");
  });
});

describe("a report is refused and not stored if a file of it", () => {
  it.each([
    ["size", { size: 4 }],
    ["type", { type: "application/json" }],
  ])("has another %s than the uploaded file", async (_, overrides) => {
    const { issueId: id, attachment } = await uploadFile(member, "a.log", encodeText("log"), "text/plain");
    const body = reportBody({ id, attachments: [{ ...attachment, ...overrides }] });
    expectFailure(await call("POST", "/api/issues", { as: member, body }), 400, "bad-request");
    expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
  });
});
