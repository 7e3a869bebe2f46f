import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { fromWire, STATUS_CYCLES, type WireIssue, type WireList } from "@logbook/domain";
import fc from "fast-check";
import { FieldValue } from "firebase-admin/firestore";
import { getStorage } from "firebase-admin/storage";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, newAdmin, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, runJob, serveFunctions } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";

/** The same as in functions/src/board/board.ts. */
const MIN_SNAPSHOT_REVISION = 500;

let admin: Person;
let instances: RunningApi[];

beforeAll(async () => {
  [admin, ...instances] = await Promise.all([newAdmin(), serveFunctions(), serveFunctions()]);
});
afterAll(async () => {
  await Promise.all(instances.map(({ stop }) => stop()));
});

/** The acknowledged state of a report, and whether its deletion was ever requested. */
interface ExpectedReport {
  id: string;
  status: BugStatus;
  amendmentCount: number;
  isDeletionRequested: boolean;
  isDeleted: boolean;
}

type BugStatus = (typeof STATUS_CYCLES.bug)[number];

interface Action {
  kind: "create" | "amend" | "step" | "delete" | "read";
  /** The index of the called instance. */
  instance: number;
  /** Chooses the report of a write. A read with an even choice ends before the next action begins. */
  choice: number;
}

const statusIndex = (status: string): number => (STATUS_CYCLES.bug as readonly string[]).indexOf(status);

/** Calls both instances: one write after another, and some reads at the same time as later actions. */
async function runActions(actions: readonly Action[]): Promise<void> {
  const searchWord = uniqueId("word");
  const reports: ExpectedReport[] = [];
  const concurrentReads: Promise<void>[] = [];

  const write = async (kind: Action["kind"], origin: string, choice: number): Promise<void> => {
    const remaining = reports.filter(({ isDeleted }) => !isDeleted);
    const report = remaining[choice % remaining.length];
    if (kind === "create" || report === undefined) {
      const body = reportBody({ title: searchWord });
      await expectStatus(201, "POST", "/api/issues", { origin, as: admin, body });
      reports.push({
        id: String(body.id),
        status: "OPEN",
        amendmentCount: 0,
        isDeletionRequested: false,
        isDeleted: false,
      });
    } else if (kind === "amend") {
      await expectStatus(201, "POST", "/api/issues/amendment", {
        origin,
        as: admin,
        body: { issueId: report.id, text: searchWord },
      });
      report.amendmentCount += 1;
    } else if (kind === "delete") {
      report.isDeletionRequested = true;
      await expectStatus(200, "DELETE", `/api/issues/${report.id}`, { origin, as: admin, body: {} });
      report.isDeleted = true;
    } else {
      const status = STATUS_CYCLES.bug[statusIndex(report.status) + 1];
      // Take no step from the last status back to the first, so that the expected status index only grows.
      if (status === undefined) return;
      await expectStatus(200, "PUT", `/api/issues/${report.id}`, { origin, as: admin, body: { status } });
      report.status = status;
    }
  };

  const read = async (origin: string): Promise<void> => {
    const reportsBefore = reports.map((report) => ({ report, before: { ...report } }));
    const { bugs } = (await expectStatus(200, "GET", `/api/issues?search=${searchWord}&pageSize=100`, {
      origin,
      as: admin,
    })) as WireList;
    for (const { report, before } of reportsBefore) {
      const listedReport = bugs.find(({ id }) => id === report.id);
      // A deletion requested before or during the read may already have an effect.
      if (before.isDeleted) expect(listedReport, "a deleted report").toBeUndefined();
      else if (!report.isDeletionRequested) expect(listedReport, "a report").toBeDefined();
      if (listedReport === undefined) continue;
      expect(fromWire(listedReport).amendments.length, "amendments").toBeGreaterThanOrEqual(before.amendmentCount);
      expect(statusIndex(listedReport.status), "status").toBeGreaterThanOrEqual(statusIndex(before.status));
    }
  };

  for (const { kind, instance, choice } of actions) {
    const origin = instances[instance]!.origin;
    if (kind !== "read") await write(kind, origin, choice);
    else if (choice % 2 === 0) await read(origin);
    else concurrentReads.push(read(origin));
  }
  await Promise.all(concurrentReads);
}

async function expectStatus(status: number, ...args: Parameters<typeof call>): Promise<unknown> {
  const response = await call(...args);
  expect(response.status, JSON.stringify(response.body)).toBe(status);
  return response.body;
}

const anyActions: fc.Arbitrary<Action[]> = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Action["kind"]>("create", "amend", "step") },
      { weight: 1, arbitrary: fc.constant<Action["kind"]>("delete") },
      { weight: 7, arbitrary: fc.constant<Action["kind"]>("read") },
    ),
    instance: fc.nat({ max: 1 }),
    choice: fc.nat({ max: 9 }),
  }),
  { minLength: 10, maxLength: 40 },
);

describe("two instances on one Firestore", () => {
  it("list every write that was acknowledged before the request", { timeout: patient(90_000) }, async () => {
    // Shorter examples would not help: whether a run fails depends on its timing.
    await fc.assert(fc.asyncProperty(anyActions, runActions), { numRuns: 25, endOnFailure: true });
  });

  it("compress a list only for clients that accept gzip", async () => {
    const origin = instances[0]!.origin;
    await expectStatus(201, "POST", "/api/issues", {
      origin,
      as: admin,
      body: reportBody({ description: "long ".repeat(500) }),
    });
    for (const path of ["/api/issues", "/api/issues?page=1"]) {
      const compressedResponse = await call("GET", path, { origin, as: admin, headers: { "accept-encoding": "gzip" } });
      const plainResponse = await call("GET", path, { origin, as: admin, headers: { "accept-encoding": "identity" } });
      expect(compressedResponse.headers.get("content-encoding")).toBe("gzip");
      expect(plainResponse.headers.get("content-encoding")).toBeNull();
      for (const { headers } of [compressedResponse, plainResponse])
        expect(headers.get("vary")).toBe("Authorization, Accept-Encoding");
      expect(compressedResponse.body.bugs).toEqual(plainResponse.body.bugs);
    }
  });
});

describe("the snapshot for cold starts", () => {
  const SNAPSHOT_PATH = "snapshots/board.zst";
  const snapshotFile = () => getStorage().bucket().file(SNAPSHOT_PATH);
  const searchBugs = async (origin: string, search: string): Promise<WireIssue[]> => {
    const path = `/api/issues?search=${search}&pageSize=100`;
    return ((await expectStatus(200, "GET", path, { origin, as: admin })) as WireList).bugs;
  };
  const fileBug = (origin: string, title: string) =>
    expectStatus(201, "POST", "/api/issues", { origin, as: admin, body: reportBody({ title }) });
  const FILE_OPTIONS = { contentType: "application/octet-stream" };
  /** A snapshot as functions/src/board/snapshot-format.ts describes it: the index's length, the index, `rest`. */
  const encodeSnapshot = (index: object, rest: Buffer): Buffer => {
    const json = Buffer.from(JSON.stringify(index));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(json.length);
    const params = { [constants.ZSTD_c_checksumFlag]: 1 };
    return zstdCompressSync(Buffer.concat([length, json, rest]), { params });
  };
  /** Starts an instance and searches its list. Returns the titles and the instance's log. */
  const listFromNewInstance = async (search: string): Promise<{ titles: string[]; log: string }> => {
    const instance = await serveFunctions();
    try {
      const bugs = await searchBugs(instance.origin, search);
      return { titles: bugs.map(({ title }) => title).sort(), log: instance.log() };
    } finally {
      await instance.stop();
    }
  };

  it("is loaded by a new instance together with later changes, and ignored if it is damaged or has another format", {
    timeout: patient(60_000),
  }, async () => {
    const origin = instances[0]!.origin;
    const searchWord = uniqueId("word");
    await fileBug(origin, `${searchWord} stored`);
    // Simulate so many changes that the job `snapshot` saves a new snapshot.
    await db.doc("boards/main").update({ revision: FieldValue.increment(MIN_SNAPSHOT_REVISION) });
    expect(await runJob("snapshot")).toMatch(/^A snapshot of revision \d+ with \d+ reports was saved\.$/);
    expect(await runJob("snapshot")).toMatch(/is good enough/);
    // Simulate a snapshot that an earlier version of the logbook has written.
    await snapshotFile().setMetadata({ metadata: { format: "1" } });
    expect(await runJob("snapshot")).toMatch(/was saved/);
    expect(await runJob("snapshot")).toMatch(/is good enough/);

    // Add a report to the snapshot, but not to Firestore: an instance that lists this report has loaded the snapshot.
    const [compressed] = await snapshotFile().download({ decompress: false });
    const bytes = zstdDecompressSync(compressed);
    const indexEnd = 4 + bytes.readUInt32LE();
    const index = JSON.parse(bytes.subarray(4, indexEnd).toString());
    const rest = bytes.subarray(indexEnd);
    const [storedReport] = await searchBugs(origin, searchWord);
    const snapshotOnlyReport = { ...storedReport!, id: uniqueId("x"), title: `${searchWord} in the snapshot` };
    // The text that is searched ends with `TEXT_END` of functions/src/board/entry.ts.
    const text = Buffer.from(`${searchWord}\u0001`);
    const json = Buffer.from(JSON.stringify(snapshotOnlyReport));
    const fields: Record<string, unknown> = {
      ...snapshotOnlyReport,
      isUnanswered: true,
      turn: null,
      votes: 0,
      version: 1,
    };
    const columns = Object.entries<unknown[]>(index.columns).map(([name, values]) => [name, [fields[name], ...values]]);
    const extendedIndex = {
      ...index,
      columns: Object.fromEntries(columns),
      textBytes: [text.length, ...index.textBytes],
      jsonBytes: [json.length, ...index.jsonBytes],
    };
    // The texts of all reports come before their JSON.
    const textsEnd = index.textBytes.reduce((sum: number, length: number) => sum + length, 0);
    const extendedRest = Buffer.concat([text, rest.subarray(0, textsEnd), json, rest.subarray(textsEnd)]);
    const extendedSnapshot = encodeSnapshot(extendedIndex, extendedRest);
    await snapshotFile().save(extendedSnapshot, FILE_OPTIONS);
    expect((await listFromNewInstance(searchWord)).titles).toEqual([
      `${searchWord} in the snapshot`,
      `${searchWord} stored`,
    ]);

    await fileBug(origin, `${searchWord} since`);
    expect((await listFromNewInstance(searchWord)).titles).toEqual([
      `${searchWord} in the snapshot`,
      `${searchWord} since`,
      `${searchWord} stored`,
    ]);

    // In the damaged snapshot the byte in the middle has another value.
    const damagedSnapshot = Buffer.from(extendedSnapshot);
    const middle = Math.floor(damagedSnapshot.length / 2);
    damagedSnapshot.writeUInt8(255 - damagedSnapshot.readUInt8(middle), middle);
    const snapshotOfOtherFormat = encodeSnapshot({ ...extendedIndex, format: index.format - 1 }, extendedRest);
    for (const unusableSnapshot of [damagedSnapshot, snapshotOfOtherFormat]) {
      await snapshotFile().save(unusableSnapshot, FILE_OPTIONS);
      const { titles, log } = await listFromNewInstance(searchWord);
      expect(titles).toEqual([`${searchWord} since`, `${searchWord} stored`]);
      expect(log).toContain("the board's snapshot could not be used");
    }
  });

  it("is loaded at an instance's first request of any kind, before the first list", async () => {
    const requestedPaths: string[] = [];
    const fakeStorage = createServer(({ url }, response) => {
      requestedPaths.push(url!);
      response.writeHead(404).end();
    });
    await once(fakeStorage.listen(0, "127.0.0.1"), "listening");
    const host = `127.0.0.1:${(fakeStorage.address() as AddressInfo).port}`;
    // `serveFunctions` sends the instance's first request, a health check.
    const instance = await serveFunctions({ env: { FIREBASE_STORAGE_EMULATOR_HOST: host } });
    try {
      await eventually("a request for the snapshot", async () => requestedPaths[0] ?? null);
      // This list must not request the snapshot a second time.
      await searchBugs(instance.origin, "nowhere");
      expect(requestedPaths).toEqual([expect.stringContaining(encodeURIComponent(SNAPSHOT_PATH))]);
    } finally {
      await instance.stop();
      fakeStorage.close();
    }
  });
});
