import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import {
  type ApiResponse,
  call,
  fileReport,
  newAdmin,
  newMember,
  type Person,
  reportBody,
  storeMember,
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
import { patient } from "../support/patience.ts";
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

/** Files reports until there are 201: the API reads more than 200 with the Admin SDK, whose calls some tests refuse. */
async function fileReports(): Promise<void> {
  const missingCount = 201 - (await db.collection("issues").count().get()).data().count;
  // The functions emulator would start a process for each concurrent call.
  const { origin, stop } = await serveFunctions();
  const writer = await storeMember();
  for (let filedCount = 0; filedCount < missingCount; filedCount += 10)
    await Promise.all(
      Array.from({ length: 10 }, () => call("POST", "/api/issues", { origin, as: writer, body: reportBody() })),
    );
  await stop();
}

const serveBehindProxy = (): Promise<RunningApi> => serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
/** Creates a handler for the proxy: it applies `action` to commits that write a report, and passes all other calls. */
const handleReportCommits =
  (action: ProxyAction) =>
  (request: FirestoreCall): ProxyAction =>
    isReportCommit(request) ? action : "pass";

/** A call that writes a report, an amendment, a status or a trash entry, ready to be sent. */
interface PreparedWrite {
  issueId: string;
  /** The kind of the event that the same commit adds to the history; a vote adds none. */
  event: string | null;
  send(origin: string): Promise<ApiResponse>;
  /** The stored result of the call, or `null`. */
  readResult(): Promise<unknown>;
  /** The response to the same call once its write is stored. */
  responseToRepeat: { status: number; code?: string };
}

/** For each kind of write, a function that prepares one. */
const PREPARATIONS: Record<string, () => Promise<PreparedWrite>> = {
  async "a new report"() {
    const body = reportBody();
    return {
      issueId: body.id as string,
      event: "created",
      send: (origin) => call("POST", "/api/issues", { origin, as: admin, body }),
      readResult: async () => {
        const [report, follows] = await db.getAll(db.doc(`issues/${body.id}`), db.doc(`follows/${admin.uid}`));
        expect(report!.exists).toBe(follows!.get(`reports.${body.id}`) !== undefined);
        return report!.get("title") ?? null;
      },
      responseToRepeat: { status: 201 },
    };
  },
  async "an amendment"() {
    const { id: issueId } = await fileReport(admin);
    const id = uniqueId("a");
    return {
      issueId,
      event: "amended",
      send: (origin) =>
        call("POST", "/api/issues/amendment", { origin, as: admin, body: { issueId, id, text: "A note." } }),
      readResult: async () => (await db.doc(`issues/${issueId}`).get()).get(`amendments.${id}.text`) ?? null,
      responseToRepeat: { status: 201 },
    };
  },
  async "a step"() {
    const { id } = await fileReport(admin);
    const body = { status: "IN_PROGRESS", from: "OPEN" };
    return {
      issueId: id,
      event: "status",
      send: (origin) => call("PUT", `/api/issues/${id}`, { origin, as: admin, body }),
      readResult: async () => {
        const status: unknown = (await db.doc(`issues/${id}`).get()).get("status");
        return status === "OPEN" ? null : status;
      },
      responseToRepeat: { status: 409, code: "conflict" },
    };
  },
  async "a deletion"() {
    const { id } = await fileReport(admin);
    return {
      issueId: id,
      event: "deleted",
      send: (origin) => call("DELETE", `/api/issues/${id}`, { origin, as: admin, body: {} }),
      readResult: async () => {
        const [report, trashEntry] = await db.getAll(db.doc(`issues/${id}`), db.doc(`trash/${id}`));
        expect(report!.exists).toBe(!trashEntry!.exists);
        return trashEntry!.exists ? trashEntry!.get("issue.title") : null;
      },
      responseToRepeat: { status: 404, code: "not-found" },
    };
  },
};

/** Further kinds of writes, for the tests that kill no API. */
const FURTHER_PREPARATIONS: typeof PREPARATIONS = {
  async "an edit"() {
    const { id } = await fileReport(admin);
    const body = { title: "Edited", description: "Edited." };
    return {
      issueId: id,
      event: "edited",
      send: (origin) => call("PUT", `/api/issues/${id}/texts`, { origin, as: admin, body }),
      readResult: async () => {
        const title: unknown = (await db.doc(`issues/${id}`).get()).get("title");
        return title === body.title ? title : null;
      },
      responseToRepeat: { status: 200 },
    };
  },
  async "a vote"() {
    const { id } = await fileReport(admin);
    return {
      issueId: id,
      event: null,
      send: (origin) => call("PUT", `/api/issues/${id}/vote`, { origin, as: admin, body: { voted: true } }),
      readResult: async () => {
        const [report, ballot] = await db.getAll(db.doc(`issues/${id}`), db.doc(`ballots/${admin.uid}`));
        const count = (report!.get("votes") ?? 0) as number;
        expect(count).toBe(ballot!.get(`votes.${id}`) === undefined ? 0 : 1);
        return count === 1 ? "voted" : null;
      },
      responseToRepeat: { status: 200 },
    };
  },
  async "a restore"() {
    const { id } = await fileReport(admin);
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin, body: {} })).status).toBe(200);
    return {
      issueId: id,
      event: "restored",
      send: (origin) => call("POST", `/api/trash/${id}/restore`, { origin, as: admin, body: {} }),
      readResult: async () => {
        const [report, trashEntry] = await db.getAll(db.doc(`issues/${id}`), db.doc(`trash/${id}`));
        expect(report!.exists).toBe(!trashEntry!.exists);
        return report!.get("title") ?? null;
      },
      responseToRepeat: { status: 200 },
    };
  },
};

/** Expects the write's result, its event and its one move of the board since `revisionBefore`, or none of them. */
async function expectStored(revisionBefore: number, write: PreparedWrite, expected: "all" | "nothing"): Promise<void> {
  const result = await write.readResult();
  const moveCount = (await boardMovesSince(revisionBefore)).filter((id) => id === write.issueId).length;
  const { docs } = await db.collection("history").where("issueId", "==", write.issueId).get();
  const eventCount = docs.filter((event) => event.get("kind") === write.event).length;
  if (expected === "all") expect([result, moveCount, eventCount]).toEqual([expect.any(String), 1, write.event ? 1 : 0]);
  else expect([result, moveCount, eventCount]).toEqual([null, 0, 0]);
}

const writeKinds = Object.entries(PREPARATIONS);

const statusAndCode = ({ status, body }: ApiResponse) => ({ status, code: body.code as string | undefined });

describe("threat 19: the function is killed mid-write", () => {
  const KILL_POINTS: Record<string, { handler: (call: FirestoreCall) => ProxyAction; expected: "all" | "nothing" }> = {
    "before the first request to Firestore": { handler: () => "hold", expected: "nothing" },
    "before the commit is sent": { handler: handleReportCommits("hold"), expected: "nothing" },
    "when half of the commit has been sent": { handler: handleReportCommits("hold-half"), expected: "nothing" },
    "after the commit and before its response": { handler: handleReportCommits("hold-answer"), expected: "all" },
    "when half of the commit's response has arrived": {
      handler: handleReportCommits("hold-half-answer"),
      expected: "all",
    },
  };

  test.for(Object.entries(KILL_POINTS))(
    "threat 19: if the function is killed %s, all or nothing is stored",
    { timeout: patient(120_000) },
    async ([, { handler, expected }]) => {
      // Each kind of write kills an API of its own.
      const apisToKill = await Promise.all(writeKinds.map(serveBehindProxy));
      const otherApi = await serveBehindProxy();
      try {
        for (const [index, [kind, prepareWrite]] of writeKinds.entries()) {
          const killedApi = apisToKill[index]!;
          const write = await prepareWrite();
          const revisionBefore = await boardRevision();
          proxy.intercept(handler);
          const heldCall = proxy.waitForHeldCall();
          const response = write.send(killedApi.origin).catch(() => "no response");
          await heldCall;
          await killedApi.stop();
          expect(await response, kind).toBe("no response");
          proxy.intercept(() => "pass");
          await expectStored(revisionBefore, write, expected);

          const repeatedResponse = await write.send(otherApi.origin);
          if (expected === "nothing") expect(repeatedResponse.status, kind).toBeLessThan(300);
          else expect(statusAndCode(repeatedResponse), kind).toEqual(write.responseToRepeat);
          await expectStored(revisionBefore, write, "all");
        }
      } finally {
        proxy.intercept(() => "pass");
        await Promise.all([...apisToKill, otherApi].map(({ stop }) => stop()));
      }
    },
  );
});

/** A test that waits for the API's timeouts takes long. */
const TIMEOUTS_TEST_MS = 90_000;
/** The longest time of a call while Firestore or Storage fails: two of the API's timeouts of 10 s, and 5 s more. */
const MAX_FAILURE_MS = 25_000;

/** Runs a test with APIs behind a proxy of its own, so that tests that wait for timeouts can run at the same time. */
async function withFirestoreProxy(
  runTest: (ownProxy: FirestoreProxy, serve: () => Promise<RunningApi>) => Promise<void>,
): Promise<void> {
  const ownProxy = await startFirestoreProxy(new URL(FIRESTORE).host);
  const apis: RunningApi[] = [];
  try {
    await runTest(ownProxy, async () => {
      const api = await serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: ownProxy.host } });
      apis.push(api);
      return api;
    });
  } finally {
    ownProxy.intercept(() => "pass");
    await Promise.all(apis.map(({ stop }) => stop()));
    await ownProxy.close();
  }
  for (const { log } of apis) expect(log()).not.toMatch(/unhandled|unexpected/i);
}

describe.concurrent("threat 22: Firestore fails", () => {
  let member: Person;
  beforeAll(async () => {
    member = await newMember();
  });
  const createRequests = (): [method: string, path: string, body?: object][] => [
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
  const requestList = (origin: string): Promise<ApiResponse> =>
    call("GET", "/api/issues?page=1", { origin, as: admin });

  const AFFECTED_REQUESTS: Record<string, (request: FirestoreCall) => boolean> = {
    "all requests": () => true,
    "requests of the Admin SDK": ({ kind }) => kind === "grpc",
  };
  const FAILURES = { "refuses with 503": "refuse", "does not answer": "hold" } as const;

  test.for(
    Object.entries(AFFECTED_REQUESTS).flatMap(([affected, isAffected]) =>
      Object.entries(FAILURES).map(([failure, action]) => ({ affected, isAffected, failure, action })),
    ),
  )(
    "threat 22: while Firestore $failure ($affected), calls fail in time with 503; afterwards they succeed again",
    { timeout: patient(TIMEOUTS_TEST_MS) },
    ({ affected, isAffected, action }) =>
      withFirestoreProxy(async (ownProxy, serve) => {
        const warmApi = await serve();
        const requests = createRequests();
        const sendAll = (): Promise<ApiResponse[]> =>
          Promise.all(
            requests.map(([method, path, body]) =>
              call(method, path, { origin: warmApi.origin, as: admin, ...(body && { body }) }),
            ),
          );
        expect((await requestList(warmApi.origin)).status).toBe(200);
        // Because of this report the warm instance has to read one report; the cold instance has to read all reports.
        await fileReport(member);
        const coldApi = await serve();
        ownProxy.intercept((request) => (isAffected(request) ? action : "pass"));
        const startedAt = Date.now();
        const [coldResponse, warmResponses] = await Promise.all([requestList(coldApi.origin), sendAll()]);
        expect(Date.now() - startedAt).toBeLessThan(MAX_FAILURE_MS);
        expectFailure(coldResponse, 503, "unavailable");
        for (const response of warmResponses) {
          expect(response.status).not.toBe(500);
          // Some calls need no request of the Admin SDK, so they succeed without it.
          if (affected === "all requests" || response.status === 503) expectFailure(response, 503, "unavailable");
        }
        ownProxy.intercept(() => "pass");
        expect((await requestList(coldApi.origin)).status).toBe(200);
        const statuses = (await sendAll()).map(({ status }) => status);
        // The statuses have the order of `createRequests`. A registration that failed above may have been stored.
        expect(statuses.join(" ")).toMatch(/^200 200 200 200 201 404 404 404 401 (201|409) 404$/);
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

  // This test does not run beside others: a report filed during the delay would take the number of this test's report.
  it("threat 22: calls wait for responses of Firestore that are 5 s late", { timeout: patient(60_000) }, async () => {
    proxy.intercept(() => "late");
    const body = reportBody();
    const responses = await Promise.all([
      call("GET", "/api/issues?page=1", { origin: api.origin, as: admin }),
      call("POST", "/api/issues", { origin: api.origin, as: admin, body }),
    ]);
    proxy.intercept(() => "pass");
    expect(responses.map(({ status }) => status)).toEqual([200, 201]);
    expect(responses[1]!.body.issue.title).toBe(body.title);
  });

  test.for(Object.entries({ ...PREPARATIONS, ...FURTHER_PREPARATIONS }))(
    "threat 22: if the response to %s is lost, a second request finds it stored once; if its commit is refused, nothing is stored",
    async ([, prepareWrite]) => {
      const [write, refusedWrite] = [await prepareWrite(), await prepareWrite()];
      const revisionBefore = await boardRevision();
      proxy.intercept(handleReportCommits("refuse"));
      expectFailure(await refusedWrite.send(api.origin), 503, "unavailable");
      await expectStored(revisionBefore, refusedWrite, "nothing");
      proxy.intercept(handleReportCommits("cut"));
      expectFailure(await write.send(api.origin), 503, "unavailable");
      proxy.intercept(() => "pass");
      await expectStored(revisionBefore, write, "all");
      const repeatedResponse = await write.send(api.origin);
      expect(statusAndCode(repeatedResponse)).toEqual(write.responseToRepeat);
      await expectStored(revisionBefore, write, "all");
    },
  );
});

interface StorageTest {
  storageProxy: HttpProxy;
  /** Reads a stored file through the API. */
  readFile(): Promise<Response>;
  /** Uploads a file and returns the body of a report that lists it. */
  uploadForReport(): Promise<Record<string, unknown>>;
  sendReport(body: object): Promise<ApiResponse>;
}

const FILE_TEXT = "It broke at noon.";

/** Runs a test with an API behind a proxy of its own in front of Storage. */
async function withStorageProxy(runTest: (storageTest: StorageTest) => Promise<void>): Promise<void> {
  const storageProxy = await startHttpProxy(STORAGE);
  const env = {
    STORAGE_EMULATOR_HOST: `http://${storageProxy.host}`,
    FIREBASE_STORAGE_EMULATOR_HOST: storageProxy.host,
  };
  const api = await serveFunctions({ env });
  const uploadForReport = async () => {
    const id = uniqueId("i");
    const bytes = new TextEncoder().encode(FILE_TEXT);
    const path = `attachments/${admin.uid}/${id}/f-1`;
    expect(await upload(admin, path, bytes, "text/plain")).toBe(200);
    const attachment = { name: "noon.log", size: bytes.length, type: "text/plain", url: `/api/${path}` };
    return reportBody({ id, attachments: [attachment] });
  };
  try {
    const report = await uploadForReport();
    await fileReport(admin, report);
    const url = `${api.origin}/api/attachments/${admin.uid}/${report.id}/f-1`;
    await runTest({
      storageProxy,
      uploadForReport,
      readFile: () => fetch(url, { headers: { authorization: `Bearer ${admin.idToken}` } }),
      sendReport: (body) => call("POST", "/api/issues", { origin: api.origin, as: admin, body }),
    });
  } finally {
    await api.stop();
    await storageProxy.close();
  }
  expect(api.log()).not.toMatch(/unhandled|unexpected/i);
}

/** Whether a request to Storage asks for a file's bytes, and not for its metadata. */
const isFileDownload = (path: string): boolean => path.includes("alt=media");

describe.concurrent("threat 22: Storage fails", () => {
  test.for([
    { failure: "refuses with 503", action: "refuse" },
    { failure: "does not answer", action: "hold" },
  ] as const)(
    "threat 22: while Storage $failure, reading a file and filing a report with a file fail in time with 503; afterwards they succeed",
    { timeout: patient(TIMEOUTS_TEST_MS) },
    ({ action }) =>
      withStorageProxy(async ({ storageProxy, readFile, uploadForReport, sendReport }) => {
        const report = await uploadForReport();
        storageProxy.intercept(() => action);
        const startedAt = Date.now();
        const [fileResponse, filing] = await Promise.all([readFile(), sendReport(report)]);
        expect(Date.now() - startedAt).toBeLessThan(MAX_FAILURE_MS);
        expect([fileResponse.status, await fileResponse.json()]).toMatchObject([503, { code: "unavailable" }]);
        expectFailure(filing, 503, "unavailable");
        expect((await db.doc(`issues/${report.id}`).get()).exists).toBe(false);
        storageProxy.intercept(() => "pass");
        expect((await readFile()).status).toBe(200);
        expect((await sendReport(report)).status).toBe(201);
      }),
  );

  const stallInFile = (path: string): HttpProxyAction => (isFileDownload(path) ? "hold-half-answer" : "pass");
  /** For each point at which Storage stops responding, a function that creates the proxy's handler. */
  const STALL_POINTS: Record<string, () => (path: string) => HttpProxyAction> = {
    "in the middle of the report's file": () => stallInFile,
    "after the report's file was read": () => {
      let isFileRead = false;
      return (path) => {
        if (isFileRead) return "hold";
        isFileRead = isFileDownload(path);
        return "pass";
      };
    },
  };

  test.for(Object.entries(STALL_POINTS))(
    "threat 22: filing a report fails in time if Storage stops responding %s",
    { timeout: patient(TIMEOUTS_TEST_MS) },
    ([, createHandler]) =>
      withStorageProxy(async ({ storageProxy, uploadForReport, sendReport }) => {
        const report = await uploadForReport();
        storageProxy.intercept(createHandler());
        const startedAt = Date.now();
        expectFailure(await sendReport(report), 503, "unavailable");
        expect(Date.now() - startedAt).toBeLessThan(MAX_FAILURE_MS);
        expect((await db.doc(`issues/${report.id}`).get()).exists).toBe(false);
      }),
  );

  it(
    "threat 22: a stalled download of a file is aborted, so that nobody takes half of the file for the whole file",
    { timeout: patient(TIMEOUTS_TEST_MS) },
    () =>
      withStorageProxy(async ({ storageProxy, readFile }) => {
        storageProxy.intercept(stallInFile);
        const response = await readFile();
        expect(response.status).toBe(200);
        await expect(response.text()).rejects.toThrow();
        storageProxy.intercept(() => "pass");
        expect(await (await readFile()).text()).toBe(FILE_TEXT);
      }),
  );
});
