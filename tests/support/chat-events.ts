import type { Trigger } from "./functions-process.ts";
import { db, eventually, FIRESTORE, PROJECT, uniqueId } from "./suite.ts";

// No suite deploys the functions of the chat, so tests deliver Firestore's events to them.

/** A document in the form of Firestore's REST interface, which its events have too. */
export async function readStored(path: string): Promise<unknown> {
  const url = `${FIRESTORE}/v1/projects/${PROJECT}/databases/(default)/documents/${path}`;
  return await (await fetch(url, { headers: { authorization: "Bearer owner" } })).json();
}

/**
 * Delivers the event that Firestore sends when a document is created or written; `before` is the document before the
 * write. Returns the HTTP status.
 */
export async function deliverDocument(
  trigger: Trigger,
  type: "created" | "written",
  path: string,
  { id = uniqueId("event"), before }: { id?: string; before?: unknown } = {},
): Promise<number> {
  return await trigger.deliver({
    specversion: "1.0",
    id,
    type: `google.cloud.firestore.document.v1.${type}`,
    source: `//firestore.googleapis.com/projects/${PROJECT}/databases/(default)`,
    time: new Date().toISOString(),
    datacontenttype: "application/json",
    project: PROJECT,
    database: "(default)",
    document: path,
    data: { value: await readStored(path), ...(before !== undefined && { oldValue: before }) },
  });
}

/** Waits until the API has asked for another test message than the one with `lastId`, and delivers that event. */
export async function deliverTestMessage(trigger: Trigger, lastId: unknown): Promise<number> {
  await eventually("the request for a test message", async () => {
    const id: unknown = (await db.doc("settings/chat-test").get()).get("id");
    return id === undefined || id === lastId ? null : true;
  });
  return await deliverDocument(trigger, "written", "settings/chat-test");
}

/**
 * Stores a result for each test message that the API asks for, as the function does that no suite has. Returns a function
 * that ends this.
 */
export const answerTestMessages = (): (() => void) =>
  db.doc("settings/chat-test").onSnapshot((test) => {
    // A newer test may take its place at this moment.
    if (test.exists && test.get("result") === undefined)
      test.ref.update({ result: "delivered" }, { lastUpdateTime: test.updateTime! }).catch(() => {});
  });
