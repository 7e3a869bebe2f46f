import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type ApiResponse, call, file, newAdmin, newMember, type Person, report, upload } from "../support/actors.ts";
import {
  type FirestoreCall,
  type FirestoreProxy,
  isReportCommit,
  startFirestoreProxy,
  type Treatment,
} from "../support/firestore-proxy.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { type HttpProxy, type HttpTreatment, startHttpProxy } from "../support/http-proxy.ts";
import { db, FIRESTORE, STORAGE, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let proxy: FirestoreProxy;
beforeAll(async () => {
  admin = await newAdmin();
  await fileMany();
  proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
}, 60_000);
afterAll(async () => {
  await proxy.close();
});

/** Makes the reports more than are read in one piece: a list of fewer needs nothing of the Admin SDK. */
async function fileMany(): Promise<void> {
  const missing = 201 - (await db.collection("issues").count().get()).data().count;
  const each = 20;
  const members = await Promise.all(Array.from({ length: Math.ceil(missing / each) }, newMember));
  await Promise.all(
    members.map(async (member) => {
      for (let filed = 0; filed < each; filed += 1) await file(member);
    }),
  );
}

const serveBehindProxy = (): Promise<RunningApi> => serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
const commits =
  (treatment: Treatment) =>
  (asked: FirestoreCall): Treatment =>
    isReportCommit(asked) ? treatment : "pass";

/** One call that writes, and what is stored of it: a report, an amendment, a status, a trash entry. */
interface WriteCase {
  send(at: string): Promise<ApiResponse>;
  /** What the stored documents say of it, `null` while there is nothing. */
  stored(): Promise<unknown>;
  /** What the same call gets when it is sent again after it was done. */
  again: { status: number; code?: string };
}

const WRITES: Record<string, () => Promise<WriteCase>> = {
  async "a new report"() {
    const body = report();
    return {
      send: (at) => call("POST", "/api/issues", { at, as: admin, body }),
      stored: async () => (await db.doc(`issues/${body.id}`).get()).get("title") ?? null,
      again: { status: 201 },
    };
  },
  async "an amendment"() {
    const { id: issueId } = await file(admin);
    const id = uniqueId("a");
    return {
      send: (at) => call("POST", "/api/issues/amendment", { at, as: admin, body: { issueId, id, text: "A note." } }),
      stored: async () => (await db.doc(`issues/${issueId}`).get()).get(`amendments.${id}.text`) ?? null,
      again: { status: 201 },
    };
  },
  async "a step"() {
    const { id } = await file(admin);
    const body = { status: "IN_PROGRESS", from: "OPEN" };
    return {
      send: (at) => call("PUT", `/api/issues/${id}`, { at, as: admin, body }),
      stored: async () => {
        const status: unknown = (await db.doc(`issues/${id}`).get()).get("status");
        return status === "OPEN" ? null : status;
      },
      again: { status: 409, code: "conflict" },
    };
  },
  async "a deletion"() {
    const { id } = await file(admin);
    return {
      send: (at) => call("DELETE", `/api/issues/${id}`, { at, as: admin, body: {} }),
      stored: async () => {
        const [issue, trash] = await db.getAll(db.doc(`issues/${id}`), db.doc(`trash/${id}`));
        expect(issue!.exists).toBe(!trash!.exists);
        return trash!.exists ? trash!.get("issue.title") : null;
      },
      again: { status: 404, code: "not-found" },
    };
  },
};

async function revision(): Promise<number> {
  return (await db.doc("boards/main").get()).get("revision") as number;
}

/** The board moves with every write and by nothing else, so it tells whether half of one was stored. */
async function expectWhole(before: number, { stored }: WriteCase, expected: "all" | "nothing"): Promise<void> {
  const [found, moved] = [await stored(), (await revision()) - before];
  if (expected === "all") expect([found, moved]).toEqual([expect.any(String), 1]);
  else expect([found, moved]).toEqual([null, 0]);
}

const writes = Object.entries(WRITES);

describe("threat 19: the function is killed mid-write", () => {
  const POINTS: Record<string, { treat: (call: FirestoreCall) => Treatment; expected: "all" | "nothing" }> = {
    "before Firestore is asked anything": { treat: () => "hold", expected: "nothing" },
    "before the commit is sent": { treat: commits("hold"), expected: "nothing" },
    "when half of the commit is sent": { treat: commits("hold-half"), expected: "nothing" },
    "when the commit is done and not answered": { treat: commits("hold-answer"), expected: "all" },
    "when half of the commit's answer has come": { treat: commits("hold-half-answer"), expected: "all" },
  };

  test.for(Object.entries(POINTS))(
    "threat 19: killed %s, all or nothing is stored",
    { timeout: 120_000 },
    async ([, { treat, expected }]) => {
      const victims = await Promise.all(writes.map(serveBehindProxy));
      const healthy = await serveBehindProxy();
      try {
        for (const [at, [name, prepare]] of writes.entries()) {
          const victim = victims[at]!;
          const write = await prepare();
          const before = await revision();
          proxy.treat(treat);
          const held = proxy.nextHeld();
          const answer = write.send(victim.origin).catch(() => "cut");
          await held;
          await victim.stop();
          expect(await answer, name).toBe("cut");
          proxy.treat(() => "pass");
          await expectWhole(before, write, expected);

          // The page sends the same again.
          const again = await write.send(healthy.origin);
          if (expected === "nothing") expect(again.status, name).toBeLessThan(300);
          else expect({ status: again.status, code: again.body.code }).toEqual({ code: undefined, ...write.again });
          await expectWhole(before, write, "all");
        }
      } finally {
        proxy.treat(() => "pass");
        await Promise.all([...victims, healthy].map(({ stop }) => stop()));
      }
    },
  );
});

describe("threat 22: Firestore fails", () => {
  let api: RunningApi;
  let member: Person;
  const CALLS: [string, string, object?][] = [
    ["GET", "/api/me"],
    ["GET", "/api/issues"],
    ["GET", "/api/issues?page=1"],
    ["GET", `/api/issues/changes?ids=&since=${new Date(0).toISOString()}`],
    ["POST", "/api/issues", report()],
    ["POST", "/api/issues/amendment", { issueId: "some-report", text: "A note." }],
    ["PUT", "/api/issues/some-report", { status: "IN_PROGRESS" }],
    ["DELETE", "/api/issues/some-report", {}],
    ["POST", "/api/auth/login", { username: "somebody", password: "correct horse" }],
    ["POST", "/api/auth/register", { username: uniqueId("n"), password: "correct horse" }],
    ["GET", `/api/attachments/somebody/some-report/some-file`],
  ];
  const all = (): Promise<ApiResponse[]> =>
    Promise.all(
      CALLS.map(([method, path, body]) => call(method, path, { at: api.origin, as: admin, ...(body && { body }) })),
    );

  beforeAll(async () => {
    [api, member] = await Promise.all([serveBehindProxy(), newMember()]);
  });
  afterAll(async () => {
    await api.stop();
    expect(api.log()).not.toMatch(/unhandled|unexpected/i);
  });

  const PARTS: Record<string, (call: FirestoreCall) => boolean> = {
    everything: () => true,
    "the Admin SDK": ({ kind }) => kind === "grpc",
  };

  const A_READ: FirestoreCall = { kind: "rest", method: "GET", path: "", body: Buffer.alloc(0) };
  const SILENCES = { "refuses with 503": "refuse", "does not answer": "hold" } as const;

  test.for(
    Object.entries(PARTS).flatMap(([part, isHit]) =>
      Object.entries(SILENCES).map(([does, treatment]) => ({ part, isHit, does, treatment })),
    ),
  )(
    "threat 22: while it $does ($part), calls say in time that the data cannot be reached; then all is well",
    {
      timeout: 60_000,
    },
    async ({ isHit, treatment }) => {
      const list = (at: string): Promise<ApiResponse> => call("GET", "/api/issues?page=1", { at, as: admin });
      expect((await list(api.origin)).status).toBe(200);
      // The one instance has to read what changed, the other everything.
      await file(member);
      const cold = await serveBehindProxy();
      proxy.treat((asked) => (isHit(asked) ? treatment : "pass"));
      try {
        const began = Date.now();
        const [fromCold, fromWarm] = await Promise.all([list(cold.origin), all()]);
        expect(Date.now() - began).toBeLessThan(25_000);
        expectFailure(fromCold, 503, "unavailable");
        for (const answered of fromWarm) {
          expect(answered.status).not.toBe(500);
          if (isHit(A_READ) || answered.status === 503) expectFailure(answered, 503, "unavailable");
        }
        proxy.treat(() => "pass");
        expect((await list(cold.origin)).status).toBe(200);
      } finally {
        proxy.treat(() => "pass");
        await cold.stop();
      }
      expect(cold.log()).not.toMatch(/unhandled|unexpected/i);
      const [name, known] = [expect.toBeOneOf([201, 409]), 200];
      expect((await all()).map(({ status }) => status)).toEqual([
        ...[known, known, known, known, 201, 404, 404, 404, 401, name, 404],
      ]);
    },
  );

  it("threat 22: answers that come 5 s late are waited for", { timeout: 60_000 }, async () => {
    proxy.treat(() => "late");
    const sent = report();
    const answers = await Promise.all([
      call("GET", "/api/issues?page=1", { at: api.origin, as: admin }),
      call("POST", "/api/issues", { at: api.origin, as: member, body: sent }),
    ]);
    proxy.treat(() => "pass");
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
    expect(answers[1]!.body.issue.title).toBe(sent.title);
  });

  test.for(writes)(
    "threat 22: when the answer to %s is dropped, sending it again finds it stored once",
    async ([, prepare]) => {
      const write = await prepare();
      const before = await revision();
      proxy.treat(commits("cut"));
      expectFailure(await write.send(api.origin), 503, "unavailable");
      proxy.treat(() => "pass");
      await expectWhole(before, write, "all");
      const again = await write.send(api.origin);
      expect({ status: again.status, code: again.body.code }).toEqual({ code: undefined, ...write.again });
      await expectWhole(before, write, "all");
    },
  );
});

describe("threat 22: Storage fails", () => {
  const BYTES = new TextEncoder().encode("It broke at noon.");
  let storage: HttpProxy;
  let api: RunningApi;
  let url: string;
  beforeAll(async () => {
    storage = await startHttpProxy(STORAGE);
    const env = { STORAGE_EMULATOR_HOST: `http://${storage.host}`, FIREBASE_STORAGE_EMULATOR_HOST: storage.host };
    api = await serveFunctions({ env });
    const attachment = await attach();
    url = attachment.url;
    await file(admin, { attachments: [attachment], id: url.split("/")[4] });
  }, 60_000);
  afterAll(async () => {
    await api.stop();
    await storage.close();
    expect(api.log()).not.toMatch(/unhandled|unexpected/i);
  });

  /** Uploads a file for a report to come. */
  async function attach(): Promise<{ name: string; size: number; type: string; url: string }> {
    const path = `attachments/${admin.uid}/${uniqueId("i")}/f-1`;
    expect(await upload(admin, path, BYTES, "text/plain")).toBe(200);
    return { name: "noon.log", size: BYTES.length, type: "text/plain", url: `/api/${path}` };
  }

  const read = (): Promise<Response> =>
    fetch(api.origin + url, { headers: { authorization: `Bearer ${admin.idToken}` } });
  const isContent = (path: string): boolean => path.includes("alt=media");

  test.for([
    { does: "refuses with 503", treatment: "refuse" },
    { does: "does not answer", treatment: "hold" },
  ] as const)(
    "threat 22: while it $does, a file and a report with one say in time that it cannot be reached; then all is well",
    { timeout: 60_000 },
    async ({ treatment }) => {
      const attachment = await attach();
      const sent = report({ attachments: [attachment], id: attachment.url.split("/")[4] });
      const send = (): Promise<ApiResponse> => call("POST", "/api/issues", { at: api.origin, as: admin, body: sent });
      storage.treat(() => treatment);
      const began = Date.now();
      const [file, filed] = await Promise.all([read(), send()]);
      expect(Date.now() - began).toBeLessThan(25_000);
      expect([file.status, await file.json()]).toMatchObject([503, { code: "unavailable" }]);
      expectFailure(filed, 503, "unavailable");
      expect((await db.doc(`issues/${sent.id}`).get()).exists).toBe(false);
      storage.treat(() => "pass");
      expect((await read()).status).toBe(200);
      expect((await send()).status).toBe(201);
    },
  );

  const POINTS: Record<string, () => (path: string) => HttpTreatment> = {
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
    "threat 22: a report says in time that it was not filed when Storage falls silent %s",
    { timeout: 60_000 },
    async ([, treatment]) => {
      const attachment = await attach();
      const sent = report({ attachments: [attachment], id: attachment.url.split("/")[4] });
      storage.treat(treatment());
      const filed = await call("POST", "/api/issues", { at: api.origin, as: admin, body: sent });
      storage.treat(() => "pass");
      expectFailure(filed, 503, "unavailable");
      expect((await db.doc(`issues/${sent.id}`).get()).exists).toBe(false);
    },
  );

  it("threat 22: a file whose bytes stop coming breaks off, so that no half is taken for the whole", {
    timeout: 60_000,
  }, async () => {
    storage.treat((path) => (isContent(path) ? "hold-half-answer" : "pass"));
    const response = await read();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    storage.treat(() => "pass");
    expect(await (await read()).text()).toBe("It broke at noon.");
  });
});
