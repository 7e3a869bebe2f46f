import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import {
  type ApiResponse,
  call,
  fileReport,
  newAdmin,
  newMember,
  type Person,
  reportBody,
  upload,
} from "../support/actors.ts";
import { boardMovesSince, boardRevision } from "../support/board-moves.ts";
import {
  type FirestoreCall,
  type FirestoreProxy,
  isReportCommit,
  type ProxyAction,
  startFirestoreProxy,
} from "../support/firestore-proxy.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { type HttpProxy, type HttpProxyAction, startHttpProxy } from "../support/http-proxy.ts";
import { db, FIRESTORE, STORAGE, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let proxy: FirestoreProxy;
beforeAll(async () => {
  admin = await newAdmin();
  await fileReports();
  proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
}, 60_000);
afterAll(async () => {
  await proxy.close();
});

/** Files so many reports that the API needs the Admin SDK to read them all. */
async function fileReports(): Promise<void> {
  const missing = 201 - (await db.collection("issues").count().get()).data().count;
  const reportsPerMember = 20;
  const members = await Promise.all(Array.from({ length: Math.ceil(missing / reportsPerMember) }, newMember));
  await Promise.all(
    members.map(async (member) => {
      for (let filed = 0; filed < reportsPerMember; filed += 1) await fileReport(member);
    }),
  );
}

const serveBehindProxy = (): Promise<RunningApi> => serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
const onReportCommit =
  (action: ProxyAction) =>
  (request: FirestoreCall): ProxyAction =>
    isReportCommit(request) ? action : "pass";

/** A call that writes a report, an amendment, a status or a trash entry. */
interface WriteCase {
  issueId: string;
  send(origin: string): Promise<ApiResponse>;
  /** The stored result of the call, or `null`. */
  stored(): Promise<unknown>;
  /** The response to the same call once its write is stored. */
  onRepeat: { status: number; code?: string };
}

const WRITES: Record<string, () => Promise<WriteCase>> = {
  async "a new report"() {
    const body = reportBody();
    return {
      issueId: body.id as string,
      send: (origin) => call("POST", "/api/issues", { origin, as: admin, body }),
      stored: async () => (await db.doc(`issues/${body.id}`).get()).get("title") ?? null,
      onRepeat: { status: 201 },
    };
  },
  async "an amendment"() {
    const { id: issueId } = await fileReport(admin);
    const id = uniqueId("a");
    return {
      issueId,
      send: (origin) =>
        call("POST", "/api/issues/amendment", { origin, as: admin, body: { issueId, id, text: "A note." } }),
      stored: async () => (await db.doc(`issues/${issueId}`).get()).get(`amendments.${id}.text`) ?? null,
      onRepeat: { status: 201 },
    };
  },
  async "a step"() {
    const { id } = await fileReport(admin);
    const body = { status: "IN_PROGRESS", from: "OPEN" };
    return {
      issueId: id,
      send: (origin) => call("PUT", `/api/issues/${id}`, { origin, as: admin, body }),
      stored: async () => {
        const status: unknown = (await db.doc(`issues/${id}`).get()).get("status");
        return status === "OPEN" ? null : status;
      },
      onRepeat: { status: 409, code: "conflict" },
    };
  },
  async "a deletion"() {
    const { id } = await fileReport(admin);
    return {
      issueId: id,
      send: (origin) => call("DELETE", `/api/issues/${id}`, { origin, as: admin, body: {} }),
      stored: async () => {
        const [issue, trash] = await db.getAll(db.doc(`issues/${id}`), db.doc(`trash/${id}`));
        expect(issue!.exists).toBe(!trash!.exists);
        return trash!.exists ? trash!.get("issue.title") : null;
      },
      onRepeat: { status: 404, code: "not-found" },
    };
  },
};

/** Every write moves the board once, so the board's moves show whether half of a write was stored. */
async function expectWhole(before: number, write: WriteCase, expected: "all" | "nothing"): Promise<void> {
  const found = await write.stored();
  const moved = (await boardMovesSince(before)).filter((id) => id === write.issueId).length;
  if (expected === "all") expect([found, moved]).toEqual([expect.any(String), 1]);
  else expect([found, moved]).toEqual([null, 0]);
}

const writes = Object.entries(WRITES);

describe("threat 19: the function is killed mid-write", () => {
  const POINTS: Record<string, { handler: (call: FirestoreCall) => ProxyAction; expected: "all" | "nothing" }> = {
    "before the first request to Firestore": { handler: () => "hold", expected: "nothing" },
    "before the commit is sent": { handler: onReportCommit("hold"), expected: "nothing" },
    "when half of the commit has been sent": { handler: onReportCommit("hold-half"), expected: "nothing" },
    "after the commit and before its response": { handler: onReportCommit("hold-answer"), expected: "all" },
    "when half of the commit's response has arrived": { handler: onReportCommit("hold-half-answer"), expected: "all" },
  };

  test.for(Object.entries(POINTS))(
    "threat 19: if the function is killed %s, all or nothing is stored",
    { timeout: 120_000 },
    async ([, { handler, expected }]) => {
      const victims = await Promise.all(writes.map(serveBehindProxy));
      const healthy = await serveBehindProxy();
      try {
        for (const [index, [name, prepare]] of writes.entries()) {
          const victim = victims[index]!;
          const write = await prepare();
          const before = await boardRevision();
          proxy.intercept(handler);
          const held = proxy.nextHeld();
          const response = write.send(victim.origin).catch(() => "cut");
          await held;
          await victim.stop();
          expect(await response, name).toBe("cut");
          proxy.intercept(() => "pass");
          await expectWhole(before, write, expected);

          const repeated = await write.send(healthy.origin);
          if (expected === "nothing") expect(repeated.status, name).toBeLessThan(300);
          else
            expect({ status: repeated.status, code: repeated.body.code }).toEqual({
              code: undefined,
              ...write.onRepeat,
            });
          await expectWhole(before, write, "all");
        }
      } finally {
        proxy.intercept(() => "pass");
        await Promise.all([...victims, healthy].map(({ stop }) => stop()));
      }
    },
  );
});

/** Runs a test with APIs behind proxies of its own, so that tests that wait for timeouts run at the same time. */
async function withFirestore(
  test: (proxy: FirestoreProxy, serve: () => Promise<RunningApi>) => Promise<void>,
): Promise<void> {
  const proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
  const served: RunningApi[] = [];
  try {
    await test(proxy, async () => {
      const api = await serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
      served.push(api);
      return api;
    });
  } finally {
    proxy.intercept(() => "pass");
    await Promise.all(served.map(({ stop }) => stop()));
    await proxy.close();
  }
  for (const { log } of served) expect(log()).not.toMatch(/unhandled|unexpected/i);
}

describe.concurrent("threat 22: Firestore fails", () => {
  let member: Person;
  beforeAll(async () => {
    member = await newMember();
  });
  const requestsToSend = (): [string, string, object?][] => [
    ["GET", "/api/me"],
    ["GET", "/api/issues"],
    ["GET", "/api/issues?page=1"],
    ["GET", `/api/issues/changes?ids=&since=${new Date(0).toISOString()}`],
    ["POST", "/api/issues", reportBody()],
    ["POST", "/api/issues/amendment", { issueId: "some-report", text: "A note." }],
    ["PUT", "/api/issues/some-report", { status: "IN_PROGRESS" }],
    ["DELETE", "/api/issues/some-report", {}],
    ["POST", "/api/auth/login", { username: "somebody", password: "correct horse" }],
    ["POST", "/api/auth/register", { username: uniqueId("n"), password: "correct horse" }],
    ["GET", `/api/attachments/somebody/some-report/some-file`],
  ];
  const list = (origin: string): Promise<ApiResponse> => call("GET", "/api/issues?page=1", { origin, as: admin });

  const AFFECTED: Record<string, (call: FirestoreCall) => boolean> = {
    "all requests": () => true,
    "requests of the Admin SDK": ({ kind }) => kind === "grpc",
  };

  const READ_AS_CALLER: FirestoreCall = { kind: "rest", method: "GET", path: "", body: Buffer.alloc(0) };
  const FAILURES = { "refuses with 503": "refuse", "does not answer": "hold" } as const;

  test.for(
    Object.entries(AFFECTED).flatMap(([part, isHit]) =>
      Object.entries(FAILURES).map(([does, action]) => ({ part, isHit, does, action })),
    ),
  )(
    "threat 22: while Firestore $does ($part), calls fail in time with 503; afterwards they succeed again",
    { timeout: 90_000 },
    ({ isHit, action }) =>
      withFirestore(async (proxy, serve) => {
        const warm = await serve();
        const requests = requestsToSend();
        const sendAll = (): Promise<ApiResponse[]> =>
          Promise.all(
            requests.map(([method, path, body]) =>
              call(method, path, { origin: warm.origin, as: admin, ...(body && { body }) }),
            ),
          );
        expect((await list(warm.origin)).status).toBe(200);
        // Now the warm instance has to read this report, and the cold one all reports.
        await fileReport(member);
        const cold = await serve();
        proxy.intercept((request) => (isHit(request) ? action : "pass"));
        const began = Date.now();
        const [fromCold, fromWarm] = await Promise.all([list(cold.origin), sendAll()]);
        expect(Date.now() - began).toBeLessThan(25_000);
        expectFailure(fromCold, 503, "unavailable");
        for (const response of fromWarm) {
          expect(response.status).not.toBe(500);
          if (isHit(READ_AS_CALLER) || response.status === 503) expectFailure(response, 503, "unavailable");
        }
        proxy.intercept(() => "pass");
        expect((await list(cold.origin)).status).toBe(200);
        const registered = expect.toBeOneOf([201, 409]);
        expect((await sendAll()).map(({ status }) => status)).toEqual([
          ...[200, 200, 200, 200, 201, 404, 404, 404, 401, registered, 404],
        ]);
      }),
  );
});

describe("threat 22: Firestore's responses are late or lost", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await serveBehindProxy();
  });
  afterAll(async () => {
    await api.stop();
    expect(api.log()).not.toMatch(/unhandled|unexpected/i);
  });

  // This is not concurrent with the tests above: their reports would take this report's number several times.
  it("threat 22: calls wait for responses of Firestore that are 5 s late", { timeout: 60_000 }, async () => {
    proxy.intercept(() => "late");
    const sent = reportBody();
    const responses = await Promise.all([
      call("GET", "/api/issues?page=1", { origin: api.origin, as: admin }),
      call("POST", "/api/issues", { origin: api.origin, as: admin, body: sent }),
    ]);
    proxy.intercept(() => "pass");
    expect(responses.map(({ status }) => status)).toEqual([200, 201]);
    expect(responses[1]!.body.issue.title).toBe(sent.title);
  });

  test.for(writes)(
    "threat 22: if the response to %s is lost, a second request finds it stored once",
    async ([, prepare]) => {
      const write = await prepare();
      const before = await boardRevision();
      proxy.intercept(onReportCommit("cut"));
      expectFailure(await write.send(api.origin), 503, "unavailable");
      proxy.intercept(() => "pass");
      await expectWhole(before, write, "all");
      const repeated = await write.send(api.origin);
      expect({ status: repeated.status, code: repeated.body.code }).toEqual({ code: undefined, ...write.onRepeat });
      await expectWhole(before, write, "all");
    },
  );
});

interface StorageTest {
  storage: HttpProxy;
  /** Reads a stored file through the API. */
  read(): Promise<Response>;
  /** An unsent report with an uploaded file. */
  draft(): Promise<ReturnType<typeof reportBody>>;
  send(sent: object): Promise<ApiResponse>;
}

/** Runs a test with an API behind a proxy of its own in front of Storage. */
async function withStorage(test: (storageTest: StorageTest) => Promise<void>): Promise<void> {
  const storage = await startHttpProxy(STORAGE);
  const env = { STORAGE_EMULATOR_HOST: `http://${storage.host}`, FIREBASE_STORAGE_EMULATOR_HOST: storage.host };
  const api = await serveFunctions({ env });
  const draft = async () => {
    const [id, bytes] = [uniqueId("i"), new TextEncoder().encode(CONTENT)];
    const path = `attachments/${admin.uid}/${id}/f-1`;
    expect(await upload(admin, path, bytes, "text/plain")).toBe(200);
    const attachment = { name: "noon.log", size: bytes.length, type: "text/plain", url: `/api/${path}` };
    return reportBody({ id, attachments: [attachment] });
  };
  try {
    const stored = await draft();
    await fileReport(admin, stored);
    const url = `${api.origin}/api/attachments/${admin.uid}/${stored.id}/f-1`;
    await test({
      storage,
      draft,
      read: () => fetch(url, { headers: { authorization: `Bearer ${admin.idToken}` } }),
      send: (body) => call("POST", "/api/issues", { origin: api.origin, as: admin, body }),
    });
  } finally {
    await api.stop();
    await storage.close();
  }
  expect(api.log()).not.toMatch(/unhandled|unexpected/i);
}

const CONTENT = "It broke at noon.";
const isContent = (path: string): boolean => path.includes("alt=media");

describe.concurrent("threat 22: Storage fails", () => {
  test.for([
    { does: "refuses with 503", action: "refuse" },
    { does: "does not answer", action: "hold" },
  ] as const)(
    "threat 22: while Storage $does, reading a file and filing a report with one fail in time with 503; afterwards both succeed",
    { timeout: 90_000 },
    ({ action }) =>
      withStorage(async ({ storage, read, draft, send }) => {
        const sent = await draft();
        storage.intercept(() => action);
        const began = Date.now();
        const [fileRead, filed] = await Promise.all([read(), send(sent)]);
        expect(Date.now() - began).toBeLessThan(25_000);
        expect([fileRead.status, await fileRead.json()]).toMatchObject([503, { code: "unavailable" }]);
        expectFailure(filed, 503, "unavailable");
        expect((await db.doc(`issues/${sent.id}`).get()).exists).toBe(false);
        storage.intercept(() => "pass");
        expect((await read()).status).toBe(200);
        expect((await send(sent)).status).toBe(201);
      }),
  );

  const POINTS: Record<string, () => (path: string) => HttpProxyAction> = {
    "in the middle of its file": () => (path) => (isContent(path) ? "hold-half-answer" : "pass"),
    "after its file was read": () => {
      let isRead = false;
      return (path) => {
        if (isRead) return "hold";
        isRead = isContent(path);
        return "pass";
      };
    },
  };

  test.for(Object.entries(POINTS))(
    "threat 22: filing a report fails in time if Storage stops responding %s",
    { timeout: 90_000 },
    ([, action]) =>
      withStorage(async ({ storage, draft, send }) => {
        const sent = await draft();
        storage.intercept(action());
        const began = Date.now();
        expectFailure(await send(sent), 503, "unavailable");
        expect(Date.now() - began).toBeLessThan(25_000);
        expect((await db.doc(`issues/${sent.id}`).get()).exists).toBe(false);
      }),
  );

  it(
    "threat 22: a stalled download of a file is aborted, so that half of it never counts as the whole",
    {
      timeout: 90_000,
    },
    () =>
      withStorage(async ({ storage, read }) => {
        storage.intercept((path) => (isContent(path) ? "hold-half-answer" : "pass"));
        const response = await read();
        expect(response.status).toBe(200);
        await expect(response.text()).rejects.toThrow();
        storage.intercept(() => "pass");
        expect(await (await read()).text()).toBe(CONTENT);
      }),
  );
});
