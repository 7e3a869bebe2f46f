import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runToEnd, type StartedSuite, startSuite, stopSuite } from "../support/launcher.ts";
import { readDownloadTokens, readStores, type StoredData } from "../support/stored.ts";

const folder = mkdtempSync(join(tmpdir(), "logbook-backup-"));
const archive = join(folder, "all.tar.gz");
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3]);

/** Two reports are filed; one is amended and stepped, the other deleted. */
const HISTORY_ENTRIES = 5;

let original: StartedSuite;
let restored: StartedSuite;
let originalData: StoredData;
/** The members and reports in the suite that is backed up. */
let fixtures: Awaited<ReturnType<typeof fillSuite>>;

const starting = [startSuite("--empty"), startSuite("--empty")] as const;

beforeAll(async () => {
  [original, restored] = await Promise.all(starting);
  fixtures = await fillSuite(original);
  const { code, output } = await runToEnd("backup", "--port", String(original.port), "--out", archive);
  expect(output).toContain(`Backed up to ${archive}: `);
  expect(output).toContain("The archive was read back and is complete.");
  expect(code).toBe(0);
  originalData = await readStores(original.env);
});
afterAll(async () => {
  for (const started of await Promise.allSettled(starting))
    if (started.status === "fulfilled") await stopSuite(started.value);
  rmSync(folder, { recursive: true, force: true });
});

/** Files, amends, steps and deletes reports through the API, and stores a document with a value of every type. */
async function fillSuite({ env, url }: StartedSuite) {
  // The helpers of the API tests use the suite that the environment names.
  Object.assign(process.env, env);
  const { call, fileReport, newAdmin, newMember, upload } = await import("../support/actors.ts");
  const { auth, db, eventually, FIRESTORE, PROJECT } = await import("../support/suite.ts");
  const [admin, member, disabled] = await Promise.all([newAdmin(), newMember(), newMember()]);
  const id = "report-with-a-file";
  const path = `attachments/${member.uid}/${id}/f1`;
  expect(await upload(member, path, PNG, "image/png")).toBe(200);
  const attachments = [{ name: "shot.png", size: PNG.length, type: "image/png", url: `/api/${path}` }];
  const report = await fileReport(member, { id, attachments, title: "Kept" });
  await call("POST", "/api/issues/amendment", { as: member, body: { issueId: id, text: "More" } });
  await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
  const deleted = await fileReport(member, { title: "Deleted" });
  await call("DELETE", `/api/issues/${deleted.id}`, { as: admin });
  await db.doc(`members/${disabled.uid}`).update({ disabled: true });
  await auth.updateUser(disabled.uid, { disabled: true });
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
    body: JSON.stringify({ fields: { ...everyKind, own: { referenceValue: `${root}/issues/${id}` } } }),
  });
  expect(await response.text()).toContain("oddities");
  await db.doc("oddities/every kind/below/deep").set({ kept: true });
  // The backup must not start before the last trigger has ended.
  await eventually("the history", async () =>
    (await db.collection("history").count().get()).data().count === HISTORY_ENTRIES ? true : null,
  );
  return { call, eventually, admin, member, disabled, report, path, url };
}

const everyKind = {
  whole: { integerValue: "9007199254740993" },
  double: { doubleValue: 5 },
  none: { doubleValue: "NaN" },
  moment: { timestampValue: "2026-01-01T00:00:00.123456Z" },
  bytes: { bytesValue: "AAECAw==" },
  place: { geoPointValue: { latitude: 52.5, longitude: -13.25 } },
  nothing: { nullValue: null },
  "a name with `dots`. and a blank": { mapValue: { fields: { b: { booleanValue: false } } } },
  list: {
    arrayValue: {
      values: [{ stringValue: "ä\u0000\u2028😀" }, { mapValue: { fields: { none: { arrayValue: {} } } } }],
    },
  },
};

function restore(...args: string[]): Promise<{ code: number | null; output: string }> {
  return runToEnd("restore", ...args, "--port", String(restored.port));
}

const withoutLimits = ({ documents, ...rest }: StoredData): StoredData => ({
  ...rest,
  documents: Object.fromEntries(Object.entries(documents).filter(([path]) => !path.startsWith("limits/"))),
});

describe("a backup", () => {
  it("does not overwrite another file, and leaves no half-written file if it fails", async () => {
    const second = await runToEnd("backup", "--port", String(original.port), "--out", archive);
    expect(second).toMatchObject({
      code: 1,
      output: expect.stringContaining("already. Name another with --out FILE."),
    });
    const withoutSuite = await runToEnd("backup", "--port", "60999", "--out", join(folder, "none.tar.gz"));
    expect(withoutSuite).toMatchObject({ code: 1, output: expect.stringContaining("No suite is running") });
    expect(readdirSync(folder)).toEqual(["all.tar.gz"]);
  });

  it("is not restored, and nothing is written, if it is damaged", async () => {
    const bytes = readFileSync(archive);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    const damaged = join(folder, "broken.tar.gz");
    writeFileSync(damaged, bytes);
    const { code, output } = await restore(damaged);
    expect(code).toBe(1);
    expect(output).toMatch(/broken\.tar\.gz cannot be restored\. Its? .*\. Nothing was changed\./s);
    expect(await readStores(restored.env)).toEqual({ documents: {}, accounts: {}, files: {} });
    expect(existsSync(archive)).toBe(true);
  });

  it("is restored into an empty suite: accounts, documents, files", async () => {
    const { code, output } = await restore(archive);
    expect(output).toContain("exactly as the backup does");
    expect(code).toBe(0);
    expect(await readStores(restored.env)).toEqual(withoutLimits(originalData));
    const deep = `/v1/projects/${restored.env.GCLOUD_PROJECT}/databases/(default)/documents/oddities/every%20kind/below/deep`;
    const response = await fetch(`http://${restored.env.FIRESTORE_EMULATOR_HOST}${deep}`, {
      headers: { authorization: "Bearer owner" },
    });
    expect(await response.json()).toMatchObject({ fields: { kept: { booleanValue: true } } });
  });

  it("lets members sign in with their passwords, and shows the reports in the list", async () => {
    const { call, member, disabled, report, path } = fixtures;
    const signIn = (person: { username: string; password: string }) =>
      call("POST", "/api/auth/login", {
        origin: restored.url,
        body: { username: person.username, password: person.password },
      });
    expect((await signIn(member)).body).toMatchObject({ success: true, user: { id: member.uid } });
    expect((await signIn({ ...member, password: "another one" })).status).toBe(401);
    // If the account were not disabled too, the login would answer 'disabled'.
    expect((await signIn(disabled)).body).toMatchObject({ code: "invalid-credentials" });
    const list = await listIn(restored);
    expect(list.map(({ title, status }) => ({ title, status }))).toEqual([{ title: "Kept", status: "IN_PROGRESS" }]);
    expect(list[0]).toMatchObject({ id: report.id });
    expect(await readDownloadTokens(restored.env)).toEqual([]);
    const file = await fetch(`${restored.url}/api/${path}`, { headers: await authorization(restored) });
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(PNG);
  });

  it("adds nothing to the history when it is restored", async () => {
    await fileIn(restored, "After the restore");
    // Once the trigger has handled this report, it has handled the restored ones too.
    await fixtures.eventually("its history", async () =>
      historyOf(await readStores(restored.env)) > HISTORY_ENTRIES ? true : null,
    );
    const now = await readStores(restored.env);
    expect(historyOf(now)).toBe(HISTORY_ENTRIES + 1);
    // The reporter follows the new report.
    for (const [path, fields] of Object.entries(withoutLimits(originalData).documents))
      if (path !== "boards/main" && !path.startsWith("follows/")) expect(now.documents[path], path).toEqual(fields);
  });

  it("is never mixed with other data, and replaces it only with --replace", async () => {
    const before = await readStores(restored.env);
    const refused = await restore(archive);
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty: .* add --replace/) });
    const unconfirmed = await restore(archive, "--replace");
    expect(unconfirmed).toMatchObject({ code: 1, output: expect.stringContaining("Add --yes") });
    expect(await readStores(restored.env)).toEqual(before);

    expect((await listIn(restored)).map(({ title }) => title)).toContain("After the restore");
    expect((await restore(archive, "--replace", "--yes")).code).toBe(0);
    // The API's cache was emptied too.
    expect((await listIn(restored)).map(({ title }) => title)).toEqual(["Kept"]);
    await fileIn(restored, "After the second");
    await fixtures.eventually("its history", async () =>
      historyOf(await readStores(restored.env)) > HISTORY_ENTRIES ? true : null,
    );
    const { documents } = await readStores(restored.env);
    expect(historyOf({ documents })).toBe(HISTORY_ENTRIES + 1);
    expect(Object.keys(documents).filter((path) => path.startsWith("trash/"))).toHaveLength(1);
  });
});

function historyOf({ documents }: Pick<StoredData, "documents">): number {
  return Object.keys(documents).filter((path) => path.startsWith("history/")).length;
}

async function authorization({ url, env }: StartedSuite): Promise<{ authorization: string }> {
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
    headers: await authorization(suite),
  });
  return [...body.bugs, ...body.features];
}

async function fileIn(suite: StartedSuite, title: string): Promise<void> {
  const body = { id: `r-${title.replaceAll(" ", "-")}`, type: "bug", title, description: "See title." };
  const headers = await authorization(suite);
  expect((await fixtures.call("POST", "/api/issues", { origin: suite.url, headers, body })).status).toBe(201);
}
