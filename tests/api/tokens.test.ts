import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call, fileReport, newMember, type Person } from "../support/actors.ts";
import { runJob, serveTrigger, type Trigger } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { BUCKET, ORIGIN, STORAGE, uniqueId } from "../support/suite.ts";

let member: Person;
beforeAll(async () => {
  member = await newMember();
});

// Each job starts a process, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

const OBJECTS = `${STORAGE}/v0/b/${BUCKET}/o`;
const TEXT = "log";

interface UploadedFile {
  issueId: string;
  path: string;
  /** The download token in Storage's response to the uploader. With it anyone can read the file. */
  token: string;
  attachment: { name: string; size: number; type: string; url: string };
}

/** Uploads a log as the member, directly to Storage. */
async function uploadLog(metadata: Record<string, unknown> = {}): Promise<UploadedFile> {
  const issueId = uniqueId("i");
  const path = `attachments/${member.uid}/${issueId}/f-1`;
  const metadataJson = JSON.stringify({ name: path, contentType: "text/plain", ...metadata });
  const body = `--part\r\ncontent-type: application/json\r\n\r\n${metadataJson}\r\n--part\r\ncontent-type: text/plain\r\n\r\n${TEXT}\r\n--part--`;
  const response = await fetch(`${OBJECTS}?name=${encodeURIComponent(path)}`, {
    method: "POST",
    headers: {
      authorization: `Firebase ${member.idToken}`,
      "content-type": "multipart/related; boundary=part",
      "x-goog-upload-protocol": "multipart",
    },
    body,
  });
  expect(response.status).toBe(200);
  const { downloadTokens } = (await response.json()) as { downloadTokens: string };
  return {
    issueId,
    path,
    token: downloadTokens,
    attachment: { name: "a.log", size: TEXT.length, type: "text/plain", url: `/api/${path}` },
  };
}

/** Adds a download token to a file, as Firebase's console does; returns the token. */
async function createToken(path: string): Promise<string> {
  const response = await fetch(`${OBJECTS}/${encodeURIComponent(path)}?create_token=true`, {
    method: "POST",
    headers: { authorization: "Bearer owner" },
  });
  const { downloadTokens } = (await response.json()) as { downloadTokens: string };
  return downloadTokens.split(",").at(-1)!;
}

/** The statuses that a signed-out client with the token gets for a file's bytes and its metadata. */
async function signedOutStatuses(path: string, token: string): Promise<{ bytes: number; metadata: number }> {
  const address = `${OBJECTS}/${encodeURIComponent(path)}?token=${token}`;
  const [bytes, metadata] = await Promise.all([fetch(`${address}&alt=media`), fetch(address)]);
  return { bytes: bytes.status, metadata: metadata.status };
}

/** The results of `signedOutStatuses` with a valid token, and with one that Storage no longer accepts. */
const OPENED = { bytes: 200, metadata: 200 };
const REFUSED = { bytes: 403, metadata: 403 };

/** Expects that the member can read a file through the API. */
async function expectReadable({ url }: UploadedFile["attachment"]): Promise<void> {
  const response = await fetch(`${ORIGIN}${url}`, { headers: { authorization: `Bearer ${member.idToken}` } });
  expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: TEXT });
}

/** The event of an upload in the format of Storage's events. */
function uploadEvent(path: string, metadata: Record<string, string>): object {
  return {
    specversion: "1.0",
    id: uniqueId("event"),
    type: "google.cloud.storage.object.v1.finalized",
    source: `//storage.googleapis.com/projects/_/buckets/${BUCKET}`,
    subject: `objects/${path}`,
    time: new Date().toISOString(),
    datacontenttype: "application/json",
    data: { bucket: BUCKET, name: path, contentType: "text/plain", metadata },
  };
}

describe("the download token that Storage returns to an uploader", () => {
  let trigger: Trigger;
  beforeAll(async () => {
    trigger = await serveTrigger("onFileUploaded");
  });
  afterAll(() => trigger.stop());

  test.each([
    ["Storage chose it", {}],
    // The function marks a file without a token as `plain`. An uploader can set this mark too.
    ["the uploader chose it", { firebaseStorageDownloadTokens: uniqueId("mine"), plain: "true" }],
  ])(
    "threat 21: opens nothing after the upload's event, delivered once or twice, if %s",
    async (_, uploadersMetadata) => {
      const { path, token, attachment } = await uploadLog({ metadata: uploadersMetadata });
      expect(await signedOutStatuses(path, token)).toEqual(OPENED);
      const metadata = { ...uploadersMetadata, firebaseStorageDownloadTokens: token };
      for (let delivery = 1; delivery <= 2; delivery += 1) {
        expect(await trigger.deliver(uploadEvent(path, metadata))).toBe(204);
        expect(await signedOutStatuses(path, token)).toEqual(REFUSED);
      }
      await expectReadable(attachment);
      // An event also succeeds if its file does not exist any more.
      expect(await trigger.deliver(uploadEvent(`${path}x`, metadata))).toBe(204);
    },
  );

  test("threat 21: opens nothing as soon as the report is filed", async () => {
    const { issueId, path, token, attachment } = await uploadLog();
    expect(await signedOutStatuses(path, token)).toEqual(OPENED);
    const issue = await fileReport(member, { id: issueId, attachments: [attachment] });
    expect(await signedOutStatuses(path, token)).toEqual(REFUSED);
    await expectReadable(attachment);
    const list = await call("GET", "/api/issues", { as: member });
    expect(JSON.stringify([issue, list.body])).not.toContain("token=");
  });

  test("threat 21: opens nothing after the next sweep if it was made after the report was filed", async () => {
    const { issueId, path, attachment } = await uploadLog();
    await fileReport(member, { id: issueId, attachments: [attachment] });
    const token = await createToken(path);
    expect(await signedOutStatuses(path, token)).toEqual(OPENED);
    expect(await runJob("sweep")).toMatch(/; [1-9]\d* lost a download token\.$/);
    expect(await signedOutStatuses(path, token)).toEqual(REFUSED);
    await expectReadable(attachment);
  });
});
