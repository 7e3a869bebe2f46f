import { CHAT_RESULTS } from "@logbook/domain";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { deliverDocument, deliverTestMessage, readStored } from "../support/chat-events.ts";
import { CHAT_SECRET, type ChatReceiver, startChatReceiver } from "../support/chat-receiver.ts";
import { type RunningApi, serveFunctions, serveTrigger, type Trigger } from "../support/functions-process.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let admin: Person;
let chat: ChatReceiver;
let api: RunningApi;
let historyTrigger: Trigger;
let entryTrigger: Trigger;
let testTrigger: Trigger;

beforeAll(async () => {
  chat = await startChatReceiver();
  [member, admin, api, historyTrigger, entryTrigger, testTrigger] = await Promise.all([
    newMember(),
    newAdmin(),
    serveFunctions({ env: { LOGBOOK_CHAT: "discord" } }),
    serveTrigger("onHistoryCreated", undefined, chat.env),
    serveTrigger("onEntryWritten", undefined, chat.env),
    serveTrigger("onChatTested", undefined, chat.env),
  ]);
}, 120_000);
afterAll(async () => {
  await Promise.all([api, historyTrigger, entryTrigger, testTrigger].map((process) => process.stop()));
  await chat.close();
});
beforeEach(async () => {
  chat.messages.length = 0;
  chat.answers.length = 0;
  await Promise.all(["chat", "chat-test"].map((id) => db.doc(`settings/${id}`).delete()));
});
afterEach(() => expect(chat.answers, "answers that no message got").toEqual([]));

const send = (method: string, path: string, body?: object, as = admin): Promise<ApiResponse> =>
  call(method, path, { origin: api.origin, as, body });

/** Delivers a report's events of one kind. Returns the statuses of the deliveries. */
async function deliverEvents(issueId: string, kind: string, trigger = historyTrigger): Promise<number[]> {
  const { docs } = await db.collection("history").where("issueId", "==", issueId).get();
  const events = docs.filter((doc) => doc.get("kind") === kind);
  expect(events, kind).not.toHaveLength(0);
  return await Promise.all(events.map((doc) => deliverDocument(trigger, "created", doc.ref.path)));
}

async function fileNumbered(title = uniqueId("title")) {
  const { id } = await fileReport(member, { title });
  return { id, title, number: Number((await db.doc(`issues/${id}`).get()).get("number")) };
}

const step = (id: string) => send("PUT", `/api/issues/${id}`, { status: "IN_PROGRESS", from: "OPEN" });
const contents = (): string[] => chat.messages.map(({ body }) => body.content);

describe("the chat", () => {
  it("hears of a new report: its number, type, status and link, but not its title", async () => {
    const { id, title, number } = await fileNumbered();
    expect(await deliverEvents(id, "created")).toEqual([204]);
    expect(chat.messages).toMatchObject([
      { method: "POST", url: `/api/webhooks/1/${CHAT_SECRET}`, body: { allowed_mentions: { parse: [] } } },
    ]);
    expect(contents()).toEqual([`New bug #${number} (Open) https://logbook.example.org/?report=${number}`]);
    expect(JSON.stringify(chat.messages)).not.toMatch(new RegExp(`${title}|${member.username}`));
  });

  it("hears of a status step", async () => {
    const { id, number } = await fileNumbered();
    expect((await step(id)).status).toBe(200);
    expect(await deliverEvents(id, "status")).toEqual([204]);
    expect(contents()).toEqual([`Bug #${number}: Open → In Progress https://logbook.example.org/?report=${number}`]);
  });

  it("hears of nothing else, nor of a report that was deleted meanwhile, nor of what is older than an hour", async () => {
    const { id } = await fileNumbered();
    await send("POST", "/api/issues/amendment", { issueId: id, text: "A note." });
    await send("PUT", `/api/issues/${id}/correction`, { title: "Another title", priority: "LOW" });
    expect([...(await deliverEvents(id, "amended")), ...(await deliverEvents(id, "edited"))]).toEqual([204, 204]);

    const { docs } = await db.collection("history").where("issueId", "==", id).get();
    const event = docs.find((doc) => doc.get("kind") === "created")!.data();
    for (const at of [new Date(Date.now() - 61 * 60_000), null]) {
      const old = db.doc(`history/${uniqueId("old")}`);
      await old.set({ ...event, at });
      expect(await deliverDocument(historyTrigger, "created", old.path)).toBe(204);
    }

    await send("DELETE", `/api/issues/${id}`, {});
    expect(await deliverEvents(id, "created")).toEqual([204, 204, 204]);
    expect(contents()).toEqual([]);
  });

  it("hears of an entry of What's new once it is published, not of drafts, later edits and deleted entries", async () => {
    const id = uniqueId("entry");
    const path = `changelog/${id}`;
    const save = async (publish: boolean, from: string, text: string): Promise<string> => {
      const body = { title: `${text} title`, text, reports: [], publish, from };
      const response = await send("PUT", `/api/changelog/${id}`, body);
      expect(response.status).toBe(200);
      return response.body.entry.savedAt;
    };
    const draftAt = await save(false, "", "Draft");
    expect(await deliverDocument(entryTrigger, "written", path)).toBe(204);
    const draft = await readStored(path);
    const publishedAt = await save(true, draftAt, "Published");
    expect(await deliverDocument(entryTrigger, "written", path, { before: draft })).toBe(204);
    const published = await readStored(path);
    await save(true, publishedAt, "Edited");
    expect(await deliverDocument(entryTrigger, "written", path, { before: published })).toBe(204);
    expect(contents()).toEqual(["What's new: a new entry https://logbook.example.org/?news"]);

    const deletedId = uniqueId("entry");
    const body = { title: "Gone", text: "Gone", reports: [], publish: true, from: "" };
    expect((await send("PUT", `/api/changelog/${deletedId}`, body)).status).toBe(200);
    expect((await send("DELETE", `/api/changelog/${deletedId}`, {})).status).toBe(200);
    expect(await deliverDocument(entryTrigger, "written", `changelog/${deletedId}`)).toBe(204);
    expect(contents()).toHaveLength(1);
  });

  it("threat 50: hears titles once an admin has switched them on, which is in the log of members, and no more once off", async () => {
    const { id } = await fileNumbered("Login @everyone [fails](https://evil.example)");
    expect((await send("PUT", "/api/chat", { titles: true })).body).toEqual({ success: true, titles: true });
    expect((await send("GET", "/api/members")).body.chat).toEqual({ service: "discord", titles: true });
    await deliverEvents(id, "created");
    expect(contents()[0]).toContain(
      "– Login \\@\u200beveryone \\[fails\\]\u200b\\(https\\:\u200b\\/\\/evil\\.example\\) ",
    );

    expect((await send("PUT", "/api/chat", { titles: false })).status).toBe(200);
    const other = await fileNumbered();
    await deliverEvents(other.id, "created");
    expect(contents()[1]).not.toContain(other.title);
    const { acts } = (await send("GET", "/api/members/log")).body;
    expect(acts.slice(0, 2)).toMatchObject([
      { kind: "titles-hidden", by: admin.username },
      { kind: "titles-shown", by: admin.username },
    ]);
  });

  it("hears of 50 steps at once in a few messages, and of an event that is delivered twice only once", async () => {
    const { id } = await fileNumbered();
    const { docs } = await db.collection("history").where("issueId", "==", id).get();
    const event = docs[0]!.data();
    const events = Array.from({ length: 50 }, () => db.doc(`history/${uniqueId("step")}`));
    const batch = db.batch();
    for (const ref of events) batch.set(ref, { ...event, kind: "status", from: "OPEN", to: "IN_PROGRESS" });
    await batch.commit();
    const deliver = () => events.map((ref) => deliverDocument(historyTrigger, "created", ref.path));
    expect(await Promise.all([...deliver(), ...deliver()])).toEqual(Array(100).fill(204));
    expect(contents().length).toBeLessThanOrEqual(5);
    expect(contents().flatMap((content) => content.split("\n"))).toHaveLength(50);
  });

  it("hears in spite of a fault, and not before the service wants more messages", async () => {
    const { id } = await fileNumbered();
    chat.answers.push({ status: 500 }, { status: 429, headers: { "retry-after": "1" } }, { status: 204 });
    expect(await deliverEvents(id, "created")).toEqual([204]);
    expect(contents()).toHaveLength(3);
  });

  it("gets the event again from the platform if the fault stays", async () => {
    const { id } = await fileNumbered();
    chat.answers.push({ status: 429, headers: { "retry-after": "31" } });
    expect(await deliverEvents(id, "created")).toEqual([500]);
    // Until then the service is left alone, and the write of the report was answered long before.
    expect(await deliverEvents(id, "created")).toEqual([500]);
    expect(contents()).toHaveLength(1);
  });
});

describe("a test message", () => {
  const test = async (): Promise<ApiResponse> => {
    const lastId: unknown = (await db.doc("settings/chat-test").get()).get("id");
    const response = send("POST", "/api/chat/test", {});
    expect(await deliverTestMessage(testTrigger, lastId)).toBe(204);
    return await response;
  };

  it("arrives, and the admin hears so", async () => {
    expect((await test()).body).toEqual({ success: true, result: "delivered" });
    expect(contents()).toEqual([expect.stringContaining("test message")]);
  });

  it.each([
    [{ status: 404 }, { result: "refused", status: 404 }],
    [
      { status: 307, headers: { location: "http://127.0.0.1:1/" } },
      { result: "redirected", status: 307 },
    ],
    [
      { status: 429, headers: { "retry-after": "60" } },
      { result: "busy", status: 429 },
    ],
    [null, { result: "slow" }],
  ])("that is answered %o is sent once, and the admin hears: %o", async (answer, body) => {
    chat.answers.push(answer);
    const response = await test();
    expect(response.body).toEqual({ success: true, ...body });
    expect(Object.keys(CHAT_RESULTS)).toContain(response.body.result);
    expect(contents()).toHaveLength(1);
    expect(await deliverDocument(testTrigger, "written", "settings/chat-test")).toBe(204);
    expect(contents()).toHaveLength(1);
  });
});

describe("without a chat", () => {
  it("the members page has none, and nothing is switched or sent", async () => {
    expect((await call("GET", "/api/members", { as: admin })).body).not.toHaveProperty("chat");
    expectFailure(await call("PUT", "/api/chat", { as: admin, body: { titles: true } }), 404, "not-found");
    expectFailure(await call("POST", "/api/chat/test", { as: admin, body: {} }), 404, "not-found");
    expect((await db.doc("settings/chat").get()).exists).toBe(false);
    expect((await db.doc("settings/chat-test").get()).exists).toBe(false);
  });
});

it("threat 50: the secret is in no log, whatever the chat answers", async () => {
  const { id } = await fileNumbered();
  chat.answers.push({ status: 404 });
  const trigger = await serveTrigger("onHistoryCreated", undefined, chat.env);
  expect(await deliverEvents(id, "created", trigger)).toEqual([204]);
  await eventually("the refusal in the log", async () => trigger.log().includes("refused, 404") || null);
  await step(id);
  chat.answers.push({ status: 429, headers: { "retry-after": "31" } });
  expect(await deliverEvents(id, "status", trigger)).toEqual([500]);
  await eventually("the failure in the log", async () => trigger.log().includes("busy, 429") || null);
  await trigger.stop();
  const logs = [trigger, historyTrigger, entryTrigger, testTrigger, api].map((process) => process.log()).join("\n");
  expect(logs).not.toContain(CHAT_SECRET);
});

it("threat 50: the secret is no part of any response, and the API does not have it", async () => {
  const responses = await Promise.all([
    send("GET", "/api/members"),
    send("PUT", "/api/chat", { titles: true }),
    send("PUT", "/api/chat", { titles: "yes" }),
    send("PUT", "/api/chat", { titles: true }, member),
    send("POST", "/api/chat/test", {}, member),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 403, 403]);
  expect(JSON.stringify(responses)).not.toMatch(/webhooks|Secret/);
});
