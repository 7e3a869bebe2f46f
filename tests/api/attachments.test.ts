import type { WireList } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import {
  call,
  fileReport,
  newAdmin,
  newMember,
  newStranger,
  type Person,
  reportBody,
  upload,
} from "../support/actors.ts";
import { BUCKET, db, eventually, ORIGIN, STORAGE, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let other: Person;
beforeAll(async () => {
  member = await newMember();
  other = await newMember();
});

const encode = (value: string) => new TextEncoder().encode(value);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...encode("JFIF"), 0, 1, 2, 3);
const PNG = Uint8Array.of(0x89, ...encode("PNG\r\n"), 0x1a, 0x0a, 0, 0, 0, 13);
const HTML = encode("<html><script>alert(1)</script></html>");

interface Uploaded {
  issueId: string;
  path: string;
  attachment: { name: string; size: number; type: string; url: string };
}

async function putFile(person: Person, name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Uploaded> {
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
    ["server.log", encode("2026-01-01 it broke ä"), "text/plain", "attachment; filename*=UTF-8''server.log"],
    ["paper.pdf", encode("%PDF-1.7\n..."), "application/pdf", "attachment; filename*=UTF-8''paper.pdf"],
  ])("is filed with a report and read by any member: %s", async (name, bytes, type, disposition) => {
    const { issueId, path, attachment } = await putFile(member, name, bytes, type);
    const { status, body } = await call("POST", "/api/issues", {
      as: member,
      body: reportBody({ id: undefined, attachments: [attachment] }),
    });
    expect({ status, id: body.issue?.id }).toEqual({ status: 201, id: issueId });
    expect(JSON.parse(body.issue.attachments)).toEqual([attachment]);
    expect((await db.doc(`issues/${issueId}`).get()).get("attachments")).toEqual([
      { name, size: bytes.length, type, path },
    ]);

    const read = await fetchFile(attachment.url, other);
    expect(read.status).toBe(200);
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      "content-type": type,
      "content-length": String(bytes.length),
      "content-disposition": disposition,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringMatching(/^private, max-age=\d+$/),
    });
    const revalidated = await fetchFile(attachment.url, other, { "if-none-match": read.headers.get("etag")! });
    expect({ status: revalidated.status, body: await revalidated.text() }).toEqual({ status: 304, body: "" });
  });

  it("is listed and saved under a name without text-direction characters that ends with its type's extension", async () => {
    const { issueId: id, attachment } = await putFile(member, "cod\u202etxt.exe", encode("log"), "text/plain");
    const { body } = await call("POST", "/api/issues", {
      as: member,
      body: reportBody({ id, attachments: [attachment] }),
    });
    expect(JSON.parse(body.issue.attachments)).toMatchObject([{ name: "codtxt.exe.txt" }]);
    const saved = await fetchFile(attachment.url, other);
    expect(saved.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''codtxt.exe.txt");
    await saved.arrayBuffer();
  });

  it("can be sent in a JSON-encoded list, and a repeated request gets the same response", async () => {
    const { issueId: id, attachment } = await putFile(member, "a.log", encode("log"), "text/plain");
    const body = reportBody({ id, attachments: JSON.stringify([attachment]) });
    const first = await call("POST", "/api/issues", { as: member, body });
    expect(first.status).toBe(201);
    expect(await call("POST", "/api/issues", { as: member, body })).toMatchObject({ status: 201, body: first.body });
  });

  it("is refused to signed-out users and non-members", async () => {
    const { issueId: id, attachment } = await putFile(member, "a.log", encode("log"), "text/plain");
    await fileReport(member, { id, attachments: [attachment] });
    expect((await fetchFile(attachment.url, null)).status).toBe(401);
    expect((await fetchFile(attachment.url, await newStranger())).status).toBe(401);
  });

  it("can be read only by its uploader while no report lists it", async () => {
    const { attachment } = await putFile(member, "a.log", encode("log"), "text/plain");
    const own = await fetchFile(attachment.url, member);
    expect({ status: own.status, text: await own.text() }).toEqual({ status: 200, text: "log" });
    expectFailure(await call("GET", attachment.url, { as: other }), 404, "not-found");
    expectFailure(await call("GET", attachment.url, { as: await newAdmin() }), 404, "not-found");
  });

  it("section 3: is listed if it is stored as data in its report; an attachment sent as data is refused with a message that names the way to upload it", async () => {
    const inline = { name: "dot.png", size: 3, type: "image/png", data: "data:image/png;base64,AAAA" };
    const filed = await fileReport(member, {});
    await db.doc(`issues/${filed.id}`).update({ attachments: [inline] });
    await eventually("the file in the list", async () => {
      const { body } = await call("GET", "/api/issues", { as: other });
      const listed = (body as WireList).bugs.find(({ id }) => id === filed.id)?.attachments;
      return listed === JSON.stringify([inline]) ? listed : null;
    });
    const refused = await call("POST", "/api/issues", { as: member, body: reportBody({ attachments: [inline] }) });
    expectFailure(refused, 400, "bad-request");
    expect(refused.body.error).toMatch(/upload it to Storage as attachments\//);
  });

  it("threat 33: can be read only by admins and its uploader while its report is in the trash, and by all members after a restore", async () => {
    const { issueId: id, attachment } = await putFile(member, "a.log", encode("log"), "text/plain");
    await fileReport(member, { id, attachments: [attachment] });
    const admin = await newAdmin();
    const etag = (await fetchFile(attachment.url, other)).headers.get("etag")!;
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const known of ["", etag]) {
      const refused = await fetchFile(attachment.url, other, { "if-none-match": known });
      expect({ status: refused.status, etag: refused.headers.get("etag") }).toEqual({ status: 404, etag: null });
    }
    for (const person of [admin, member]) expect((await fetchFile(attachment.url, person)).status).toBe(200);
    expect((await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} })).status).toBe(200);
    expect((await fetchFile(attachment.url, other)).status).toBe(200);
  });

  it("is 404 if it does not exist", async () => {
    const { issueId: id, attachment } = await putFile(member, "a.log", encode("log"), "text/plain");
    await fileReport(member, { id, attachments: [attachment] });
    for (const url of [
      `${attachment.url}x`,
      `/api/attachments/${member.uid}/${id}/%2e%2e`,
      `/api/attachments/${member.uid}/x|y/f-1`,
    ])
      expectFailure(await call("GET", url, { as: member }), 404, "not-found");
  });

  it("cannot be read from Storage itself, neither bytes nor metadata", async () => {
    const { path } = await putFile(member, "a.log", encode("log"), "text/plain");
    for (const query of ["", "?alt=media"]) {
      const address = `${STORAGE}/v0/b/${BUCKET}/o/${encodeURIComponent(path)}${query}`;
      const response = await fetch(address, { headers: { authorization: `Firebase ${member.idToken}` } });
      expect(response.status).toBe(403);
    }
  });
});

describe("a report is refused and not stored if a file of it", () => {
  it.each([
    ["size", { size: 4 }],
    ["type", { type: "application/json" }],
  ])("has another %s than the uploaded file", async (_, overrides) => {
    const { issueId: id, attachment } = await putFile(member, "a.log", encode("log"), "text/plain");
    const body = reportBody({ id, attachments: [{ ...attachment, ...overrides }] });
    expectFailure(await call("POST", "/api/issues", { as: member, body }), 400, "bad-request");
    expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
  });

  it.each(["image/png", "image/jpeg", "image/webp", "image/gif", "application/pdf"])(
    "is an HTML page declared as %s",
    async (type) => {
      const { issueId: id, attachment } = await putFile(member, "picture", HTML, type);
      expectFailure(
        await call("POST", "/api/issues", { as: member, body: reportBody({ id, attachments: [attachment] }) }),
        400,
        "bad-request",
      );
      expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
    },
  );

  it("was never uploaded, or belongs to another report or member", async () => {
    const { issueId, attachment } = await putFile(member, "a.log", encode("log"), "text/plain");
    const post = (as: Person, body: object) => call("POST", "/api/issues", { as, body });
    expectFailure(
      await post(member, reportBody({ id: issueId, attachments: [{ ...attachment, url: `${attachment.url}x` }] })),
      400,
      "attachment-missing",
    );
    expectFailure(await post(member, reportBody({ attachments: [attachment] })), 400, "bad-request");
    expectFailure(await post(other, reportBody({ id: issueId, attachments: [attachment] })), 400, "bad-request");
    expectFailure(
      await post(member, reportBody({ id: issueId, attachments: [attachment, attachment] })),
      400,
      "bad-request",
    );
    expect((await db.doc(`issues/${issueId}`).get()).exists).toBe(false);
  });
});
