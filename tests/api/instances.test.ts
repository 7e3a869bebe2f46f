import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { fromWire, STATUS_CYCLES, type WireList } from "@logbook/domain";
import fc from "fast-check";
import { FieldValue } from "firebase-admin/firestore";
import { getStorage } from "firebase-admin/storage";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, newAdmin, newMember, type Person, reportBody, upload } from "../support/actors.ts";
import { type RunningApi, runJob, serveFunctions } from "../support/functions-process.ts";
import { BUCKET, db, eventually, STORAGE, uniqueId } from "../support/suite.ts";

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
  amendments: number;
  deletionRequested: boolean;
  isDeleted: boolean;
}

type BugStatus = (typeof STATUS_CYCLES.bug)[number];

const statusIndex = (status: string): number => (STATUS_CYCLES.bug as readonly string[]).indexOf(status);

/** Calls both instances: the writes are sequential, some of the reads concurrent with them. */
async function runSteps(steps: readonly Step[]): Promise<void> {
  const word = uniqueId("word");
  const reports: ExpectedReport[] = [];
  const reads: Promise<void>[] = [];

  const write = async (kind: Step["kind"], origin: string, choice: number): Promise<void> => {
    const living = reports.filter(({ isDeleted }) => !isDeleted);
    const known = living[choice % living.length];
    if (kind === "create" || known === undefined) {
      const body = reportBody({ title: word });
      await expectStatus(201, "POST", "/api/issues", { origin, as: admin, body });
      reports.push({ id: String(body.id), status: "OPEN", amendments: 0, deletionRequested: false, isDeleted: false });
    } else if (kind === "amend") {
      await expectStatus(201, "POST", "/api/issues/amendment", {
        origin,
        as: admin,
        body: { issueId: known.id, text: word },
      });
      known.amendments += 1;
    } else if (kind === "delete") {
      known.deletionRequested = true;
      await expectStatus(200, "DELETE", `/api/issues/${known.id}`, { origin, as: admin, body: {} });
      known.isDeleted = true;
    } else {
      const status = STATUS_CYCLES.bug[statusIndex(known.status) + 1];
      if (status === undefined) return;
      await expectStatus(200, "PUT", `/api/issues/${known.id}`, { origin, as: admin, body: { status } });
      known.status = status;
    }
  };

  const read = async (origin: string): Promise<void> => {
    const acknowledged = reports.map((known) => ({ known, before: { ...known } }));
    const { bugs } = (await expectStatus(200, "GET", `/api/issues?search=${word}&pageSize=100`, {
      origin,
      as: admin,
    })) as WireList;
    for (const { known, before } of acknowledged) {
      const shown = bugs.find(({ id }) => id === known.id);
      if (before.isDeleted) expect(shown, "a deleted report").toBeUndefined();
      else if (!known.deletionRequested) expect(shown, "a report").toBeDefined();
      if (shown === undefined) continue;
      expect(fromWire(shown).amendments.length, "amendments").toBeGreaterThanOrEqual(before.amendments);
      expect(statusIndex(shown.status), "status").toBeGreaterThanOrEqual(statusIndex(before.status));
    }
  };

  for (const { kind, instance, choice } of steps) {
    const origin = instances[instance]!.origin;
    if (kind !== "read") await write(kind, origin, choice);
    else if (choice % 2 === 0) await read(origin);
    else reads.push(read(origin));
  }
  await Promise.all(reads);
}

async function expectStatus(status: number, ...args: Parameters<typeof call>): Promise<unknown> {
  const response = await call(...args);
  expect(response.status, JSON.stringify(response.body)).toBe(status);
  return response.body;
}

interface Step {
  kind: "create" | "amend" | "step" | "delete" | "read";
  instance: number;
  choice: number;
}

const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Step["kind"]>("create", "amend", "step") },
      { weight: 1, arbitrary: fc.constant<Step["kind"]>("delete") },
      { weight: 7, arbitrary: fc.constant<Step["kind"]>("read") },
    ),
    instance: fc.nat({ max: 1 }),
    choice: fc.nat({ max: 9 }),
  }),
  { minLength: 10, maxLength: 40 },
);

describe("two instances on one Firestore", () => {
  it("list every write that was acknowledged before the request", { timeout: 90_000 }, async () => {
    await fc.assert(fc.asyncProperty(anySteps, runSteps), { numRuns: 25, endOnFailure: true });
  });

  it("compress a list for clients that accept it, and for no others", async () => {
    const origin = instances[0]!.origin;
    await expectStatus(201, "POST", "/api/issues", {
      origin,
      as: admin,
      body: reportBody({ description: "long ".repeat(500) }),
    });
    for (const path of ["/api/issues", "/api/issues?page=1"]) {
      const packed = await call("GET", path, { origin, as: admin, headers: { "accept-encoding": "gzip" } });
      const plain = await call("GET", path, { origin, as: admin, headers: { "accept-encoding": "identity" } });
      expect(packed.headers.get("content-encoding")).toBe("gzip");
      expect(plain.headers.get("content-encoding")).toBeNull();
      for (const { headers } of [packed, plain]) expect(headers.get("vary")).toBe("Authorization, Accept-Encoding");
      expect(packed.body.bugs).toEqual(plain.body.bugs);
    }
  });
});

describe("a member whom an instance has cached", () => {
  const create = (origin: string, as: Person) => call("POST", "/api/issues", { origin, as, body: reportBody() });

  it("is refused at once when disabled or signed out, and accepted again afterwards", async () => {
    const origin = instances[0]!.origin;
    const member = await newMember();
    expect((await create(origin, member)).status).toBe(201);
    await db.doc(`members/${member.uid}`).update({ disabled: true });
    expect(await create(origin, member)).toMatchObject({ status: 403, body: { code: "disabled" } });
    await db.doc(`members/${member.uid}`).update({ disabled: false, validSince: new Date(Date.now() + 60_000) });
    expect(await create(origin, member)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    await db.doc(`members/${member.uid}`).update({ validSince: new Date(0) });
    expect((await create(origin, member)).status).toBe(201);
  });

  it("has a new role or name at once, and no access once deleted", async () => {
    const origin = instances[0]!.origin;
    const member = await newMember();
    const { body } = await create(origin, member);
    const step = (status: string) =>
      call("PUT", `/api/issues/${body.issue.id}`, { origin, as: member, body: { status } });
    expect(await step("IN_PROGRESS")).toMatchObject({ status: 403, body: { code: "forbidden" } });
    await db.doc(`members/${member.uid}`).update({ isAdmin: true });
    expect((await step("IN_PROGRESS")).status).toBe(200);
    await db.doc(`members/${member.uid}`).update({ isAdmin: false, username: "Somebody Else" });
    expect(await step("OPEN")).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await create(origin, member)).body.issue.user).toEqual({ username: "Somebody Else" });
    await db.doc(`members/${member.uid}`).delete();
    expect(await create(origin, member)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  });
});

describe("the snapshot for cold starts", () => {
  const SNAPSHOT_PATH = "snapshots/board.zst";
  const snapshotFile = () => getStorage().bucket().file(SNAPSHOT_PATH);
  const titles = async (origin: string, search: string): Promise<string[]> => {
    const { bugs } = (await expectStatus(200, "GET", `/api/issues?search=${search}&pageSize=100`, {
      origin,
      as: admin,
    })) as WireList;
    return bugs.map(({ title }) => title).sort();
  };
  const FILE_OPTIONS = { contentType: "application/octet-stream" };
  /** A section of a snapshot in the form of functions/src/board/snapshot-sections.ts. */
  const frame = (text: string): Buffer => {
    const packed = zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(packed.length, 0);
    lengths.writeUInt32LE(Buffer.byteLength(text), 4);
    return Buffer.concat([lengths, packed]);
  };
  /** The list and log of a new instance. */
  const listFromNewInstance = async (search: string): Promise<{ shown: string[]; log: string }> => {
    const instance = await serveFunctions();
    try {
      return { shown: await titles(instance.origin, search), log: instance.log() };
    } finally {
      await instance.stop();
    }
  };

  it("is loaded by a new instance together with later changes, and ignored if it is damaged or has another format", {
    timeout: 60_000,
  }, async () => {
    const origin = instances[0]!.origin;
    const word = uniqueId("word");
    await expectStatus(201, "POST", "/api/issues", {
      origin,
      as: admin,
      body: reportBody({ title: `${word} stored` }),
    });
    // Simulate many changes.
    await db.doc("boards/main").update({ revision: FieldValue.increment(MIN_SNAPSHOT_REVISION) });
    expect(await runJob("snapshot")).toMatch(/^A snapshot of revision \d+ with \d+ reports was saved\.$/);
    expect(await runJob("snapshot")).toMatch(/is good enough/);
    // Simulate a snapshot that an earlier version of the logbook has written.
    await snapshotFile().setMetadata({ metadata: { format: "1" } });
    expect(await runJob("snapshot")).toMatch(/was saved/);
    expect(await runJob("snapshot")).toMatch(/is good enough/);

    // A listed report that is not in Firestore must come from the snapshot.
    const [bytes] = await snapshotFile().download({ decompress: false });
    const headerEnd = 8 + bytes.readUInt32LE(0);
    const header = JSON.parse(zstdDecompressSync(bytes.subarray(8, headerEnd)).toString());
    const { bugs } = (await expectStatus(200, "GET", `/api/issues?search=${word}`, { origin, as: admin })) as WireList;
    const snapshotOnly = { ...bugs[0]!, id: uniqueId("x"), title: `${word} only there` };
    const { id, type, status, priority, createdAt, updatedAt } = snapshotOnly;
    const version = 1;
    const json = JSON.stringify(snapshotOnly);
    const jsonBytes = Buffer.byteLength(json);
    const sortedBy = {
      id: [id],
      type: [type],
      status: [status],
      priority: [priority],
      createdAt: [createdAt],
      updatedAt: [updatedAt],
      number: [snapshotOnly.number],
      isUnanswered: [true],
      votes: [0],
      version: [version],
    };
    const columns = { ...sortedBy, textBytes: [word.length], jsonBytes: [jsonBytes] };
    const newHeader = { ...header, reports: header.reports + 1, jsonBytes: header.jsonBytes + jsonBytes };
    const added = [JSON.stringify(newHeader), JSON.stringify(columns), `${word}\0`, json].map(frame);
    const extended = Buffer.concat([...added, bytes.subarray(headerEnd)]);
    await snapshotFile().save(extended, FILE_OPTIONS);
    expect((await listFromNewInstance(word)).shown).toEqual([`${word} only there`, `${word} stored`]);

    await expectStatus(201, "POST", "/api/issues", { origin, as: admin, body: reportBody({ title: `${word} since` }) });
    expect((await listFromNewInstance(word)).shown).toEqual([`${word} only there`, `${word} since`, `${word} stored`]);

    const damaged = Buffer.from(extended);
    damaged[damaged.length >> 1]! ^= 1;
    const otherFormat = Buffer.concat([
      frame(JSON.stringify({ ...header, format: header.format - 1 })),
      bytes.subarray(headerEnd),
    ]);
    for (const unusable of [damaged, otherFormat]) {
      await snapshotFile().save(unusable, FILE_OPTIONS);
      const { shown, log } = await listFromNewInstance(word);
      expect(shown).toEqual([`${word} since`, `${word} stored`]);
      expect(log).toContain("the board's snapshot could not be used");
    }
  });

  it("is loaded at an instance's first request of any kind, before the first list", async () => {
    const requestedPaths: string[] = [];
    const storage = createServer(({ url }, response) => {
      requestedPaths.push(url!);
      response.writeHead(404).end();
    });
    await once(storage.listen(0, "127.0.0.1"), "listening");
    const host = `127.0.0.1:${(storage.address() as AddressInfo).port}`;
    // The health check at the start is the instance's first request.
    const instance = await serveFunctions({ env: { FIREBASE_STORAGE_EMULATOR_HOST: host } });
    try {
      await eventually("The snapshot's request", async () => requestedPaths[0] ?? null);
      await titles(instance.origin, "nowhere");
      expect(requestedPaths).toEqual([expect.stringContaining(encodeURIComponent(SNAPSHOT_PATH))]);
    } finally {
      await instance.stop();
      storage.close();
    }
  });

  it("cannot be read or written by clients of Storage", async () => {
    await snapshotFile().save("a snapshot", { contentType: "text/plain" });
    expect(await upload(admin, SNAPSHOT_PATH, new Uint8Array([1]), "text/plain")).toBe(403);
    for (const address of ["", "?alt=media"]) {
      const url = `${STORAGE}/v0/b/${BUCKET}/o/${encodeURIComponent(SNAPSHOT_PATH)}${address}`;
      expect((await fetch(url, { headers: { authorization: `Firebase ${admin.idToken}` } })).status).toBe(403);
    }
    expect((await snapshotFile().download())[0].toString()).toBe("a snapshot");
    await snapshotFile().delete();
  });
});
