import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runToEnd, type StartedSuite, startSuite, stopSuite } from "../support/launcher.ts";
import { readDownloadTokens, readStores, type StoredData } from "../support/stored.ts";

const folder = mkdtempSync(join(tmpdir(), "logbook-backup-"));
const archive = join(folder, "all.tar.gz");
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3]);
const PORT_WITHOUT_SUITE = "60999";

/** `fillSuite` files two reports, amends the first, changes its status, and deletes the second. */
const HISTORY_LENGTH = 5;

let originalSuite: StartedSuite;
let restoredSuite: StartedSuite;
let originalData: StoredData;
/** The members and reports in the suite that is backed up, and functions of the API tests. */
let fixtures: Awaited<ReturnType<typeof fillSuite>>;

const startingSuites = [startSuite("--empty"), startSuite("--empty")] as const;

beforeAll(async () => {
  [originalSuite, restoredSuite] = await Promise.all(startingSuites);
  fixtures = await fillSuite(originalSuite);
  const { code, output } = await runToEnd("backup", "--port", String(originalSuite.port), "--out", archive);
  expect(output).toContain(`Backed up to ${archive}: `);
  expect(output).toContain("The archive was read back and is complete.");
  expect(code).toBe(0);
  originalData = await readStores(originalSuite.env);
});
afterAll(async () => {
  for (const result of await Promise.allSettled(startingSuites))
    if (result.status === "fulfilled") await stopSuite(result.value);
  rmSync(folder, { recursive: true, force: true });
});

/** Writes and deletes reports through the API, and stores a document with a field of every type. */
async function fillSuite({ env, url }: StartedSuite) {
  // The helpers of the API tests use the suite that the environment names.
  Object.assign(process.env, env);
  const { call, fileReport, newAdmin, newMember, upload } = await import("../support/actors.ts");
  const { auth, db, eventually, FIRESTORE, PROJECT } = await import("../support/suite.ts");
  const [admin, member, disabledMember] = await Promise.all([newAdmin(), newMember(), newMember()]);
  const id = "report-with-a-file";
  const filePath = `attachments/${member.uid}/${id}/f1`;
  expect(await upload(member, filePath, PNG, "image/png")).toBe(200);
  const attachments = [{ name: "shot.png", size: PNG.length, type: "image/png", url: `/api/${filePath}` }];
  const report = await fileReport(member, { id, attachments, title: "Kept" });
  await call("POST", "/api/issues/amendment", { as: member, body: { issueId: id, text: "More" } });
  await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
  const deletedReport = await fileReport(member, { title: "Deleted" });
  await call("DELETE", `/api/issues/${deletedReport.id}`, { as: admin });
  await db.doc(`members/${disabledMember.uid}`).update({ disabled: true });
  await auth.updateUser(disabledMember.uid, { disabled: true });
  await auth.setCustomUserClaims(member.uid, { old: true });
  // A file outside attachments keeps all its metadata.
  const { getStorage } = await import("firebase-admin/storage");
  const metadata = { contentType: "text/plain", cacheControl: "no-store", metadata: { by: "hand" } };
  await getStorage().bucket().file("elsewhere/ä b.txt").save("kept", { metadata });
  await db.doc("limits/some-counter").set({ failures: 3 });

  const root = `projects/${PROJECT}/databases/(default)/documents`;
  const response = await fetch(`${FIRESTORE}/v1/${root}/oddities/every%20kind`, {
    method: "PATCH",
    headers: { authorization: "Bearer owner", "content-type": "application/json" },
    body: JSON.stringify({
      fields: { ...FIELDS_OF_EVERY_TYPE, reference: { referenceValue: `${root}/issues/${id}` } },
    }),
  });
  expect(await response.text()).toContain("oddities");
  await db.doc("oddities/every kind/below/deep").set({ kept: true });
  return { call, eventually, admin, member, disabledMember, report, filePath, url };
}

const FIELDS_OF_EVERY_TYPE = {
  // JavaScript's numbers cannot hold this integer.
  integer: { integerValue: "9007199254740993" },
  wholeDouble: { doubleValue: 5 },
  notANumber: { doubleValue: "NaN" },
  timestamp: { timestampValue: "2026-01-01T00:00:00.123456Z" },
  bytes: { bytesValue: "AAECAw==" },
  geoPoint: { geoPointValue: { latitude: 52.5, longitude: -13.25 } },
  null: { nullValue: null },
  "a name with `dots`. and a blank": { mapValue: { fields: { boolean: { booleanValue: false } } } },
  list: {
    arrayValue: {
      values: [{ stringValue: "ä\u0000\u2028😀" }, { mapValue: { fields: { emptyList: { arrayValue: {} } } } }],
    },
  },
};

function restore(...args: string[]): Promise<{ code: number | null; output: string }> {
  return runToEnd("restore", ...args, "--port", String(restoredSuite.port));
}

const withoutLimits = ({ documents, ...otherData }: StoredData): StoredData => ({
  ...otherData,
  documents: Object.fromEntries(Object.entries(documents).filter(([path]) => !path.startsWith("limits/"))),
});

describe("a backup", () => {
  it("does not overwrite another file, and leaves no half-written file if it fails", async () => {
    const secondBackup = await runToEnd("backup", "--port", String(originalSuite.port), "--out", archive);
    expect(secondBackup).toMatchObject({
      code: 1,
      output: expect.stringContaining("already. Name another with --out FILE."),
    });
    const outOption = ["--out", join(folder, "none.tar.gz")];
    const backupWithoutSuite = await runToEnd("backup", "--port", PORT_WITHOUT_SUITE, ...outOption);
    expect(backupWithoutSuite).toMatchObject({ code: 1, output: expect.stringContaining("No suite is running") });
    expect(readdirSync(folder)).toEqual(["all.tar.gz"]);
  });

  it("is not restored, and nothing is written, if it is damaged", async () => {
    const bytes = readFileSync(archive);
    // Changes one bit in the middle.
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    const damagedArchive = join(folder, "broken.tar.gz");
    writeFileSync(damagedArchive, bytes);
    const { code, output } = await restore(damagedArchive);
    expect(code).toBe(1);
    expect(output).toMatch(/broken\.tar\.gz cannot be restored\. Its? .*\. Nothing was changed\./s);
    expect(await readStores(restoredSuite.env)).toEqual({ documents: {}, accounts: {}, files: {} });
    expect(existsSync(archive)).toBe(true);
  });

  it("is restored into an empty suite: all accounts, documents and files, but no counters of rate limits", async () => {
    const { code, output } = await restore(archive);
    expect(output).toContain("exactly as the backup does");
    expect(code).toBe(0);
    expect(await readStores(restoredSuite.env)).toEqual(withoutLimits(originalData));
    // `readStores` does not read subcollections.
    const deepDocumentPath = `/v1/projects/${restoredSuite.env.GCLOUD_PROJECT}/databases/(default)/documents/oddities/every%20kind/below/deep`;
    const response = await fetch(`http://${restoredSuite.env.FIRESTORE_EMULATOR_HOST}${deepDocumentPath}`, {
      headers: { authorization: "Bearer owner" },
    });
    expect(await response.json()).toMatchObject({ fields: { kept: { booleanValue: true } } });
  });

  it("lets members sign in with their passwords after the restore, and the list shows the reports", async () => {
    const { call, member, disabledMember, report, filePath } = fixtures;
    const logIn = (person: { username: string; password: string }) =>
      call("POST", "/api/auth/login", {
        origin: restoredSuite.url,
        body: { username: person.username, password: person.password },
      });
    expect((await logIn(member)).body).toMatchObject({ success: true, user: { id: member.uid } });
    expect((await logIn({ ...member, password: "another one" })).status).toBe(401);
    // The API answers 'disabled' if only the member document, and not the account at Auth, is disabled.
    expect((await logIn(disabledMember)).body).toMatchObject({ code: "invalid-credentials" });
    const list = await listIn(restoredSuite);
    expect(list.map(({ title, status }) => ({ title, status }))).toEqual([{ title: "Kept", status: "IN_PROGRESS" }]);
    expect(list[0]).toMatchObject({ id: report.id });
    // With a download token anybody could read a file.
    expect(await readDownloadTokens(restoredSuite.env)).toEqual([]);
    const file = await fetch(`${restoredSuite.url}/api/${filePath}`, { headers: await logInForHeader(restoredSuite) });
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(PNG);
  });

  it("is restored without new history entries", async () => {
    await fileReportIn(restoredSuite, "After the restore");
    const currentData = await readStores(restoredSuite.env);
    expect(historyLength(currentData)).toBe(HISTORY_LENGTH + 1);
    // The new report moved the board, and its reporter follows it.
    for (const [path, fields] of Object.entries(withoutLimits(originalData).documents))
      if (path !== "boards/main" && !path.startsWith("follows/"))
        expect(currentData.documents[path], path).toEqual(fields);
  });

  it("is restored over other data only with --replace and --yes, and replaces all of that data", async () => {
    const dataBefore = await readStores(restoredSuite.env);
    const withoutReplace = await restore(archive);
    expect(withoutReplace).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty: .* add --replace/) });
    const withoutYes = await restore(archive, "--replace");
    expect(withoutYes).toMatchObject({ code: 1, output: expect.stringContaining("Add --yes") });
    expect(await readStores(restoredSuite.env)).toEqual(dataBefore);

    expect((await listIn(restoredSuite)).map(({ title }) => title)).toContain("After the restore");
    expect((await restore(archive, "--replace", "--yes")).code).toBe(0);
    // The API's cache was emptied too.
    expect((await listIn(restoredSuite)).map(({ title }) => title)).toEqual(["Kept"]);
    await fileReportIn(restoredSuite, "After the second restore");
    const { documents } = await readStores(restoredSuite.env);
    expect(historyLength({ documents })).toBe(HISTORY_LENGTH + 1);
    expect(Object.keys(documents).filter((path) => path.startsWith("trash/"))).toHaveLength(1);
  });
});

function historyLength({ documents }: Pick<StoredData, "documents">): number {
  return Object.keys(documents).filter((path) => path.startsWith("history/")).length;
}

/** Logs the member in, and returns the header with the ID token. */
async function logInForHeader({ url, env }: StartedSuite): Promise<{ authorization: string }> {
  const { call, member } = fixtures;
  const { body } = await call("POST", "/api/auth/login", {
    origin: url,
    body: { username: member.username, password: member.password },
  });
  const response = await fetch(
    `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: body.token, returnSecureToken: true }),
    },
  );
  return { authorization: `Bearer ${((await response.json()) as { idToken: string }).idToken}` };
}

async function listIn(suite: StartedSuite): Promise<{ id: string; title: string; status: string }[]> {
  const { body } = await fixtures.call("GET", "/api/issues", {
    origin: suite.url,
    headers: await logInForHeader(suite),
  });
  return [...body.bugs, ...body.features];
}

async function fileReportIn(suite: StartedSuite, title: string): Promise<void> {
  const body = { id: `r-${title.replaceAll(" ", "-")}`, type: "bug", title, description: "See title." };
  const headers = await logInForHeader(suite);
  expect((await fixtures.call("POST", "/api/issues", { origin: suite.url, headers, body })).status).toBe(201);
}
