import { setTimeout as sleep } from "node:timers/promises";
import { CHAT_RESULTS, type ChatResult, type Failure, type WireChat } from "@logbook/domain";
import { logAct } from "../accounts/member-log.ts";
import type { Caller } from "../accounts/session.ts";
import { commitWrites, orThrow, readDocument, type StoredDocument } from "../firestore/documents.ts";
import { encodeFields } from "../firestore/values.ts";
import { type Commit, setDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { chatService } from "./chat-settings.ts";

/** The document with the setting; missing until an admin first changes it. */
export const CHAT_PATH = "settings/chat";
/** The document of the last test message: the API asks for it, a trigger sends it and adds the result. */
export const CHAT_TEST_PATH = "settings/chat-test";

const NO_CHAT = failure("not-found", "No chat is set up. Whoever deploys the logbook can set one up.");

// The trigger may have to start first, and the service has 5 seconds.
const MAX_TEST_MS = 30_000;
const MIN_POLL_MS = 100;
const MAX_POLL_MS = 1_000;

/** Whether the chat gets titles: not before an admin has switched that on. */
export const hasTitles = (setting: StoredDocument | null): boolean => setting?.data.titles === true;

/** The chat for the members and settings page; `null` if none is set up, which reads nothing. */
export async function readChat(): Promise<WireChat | null> {
  const service = chatService();
  return service === null ? null : { service, titles: hasTitles(await readDocument(CHAT_PATH)) };
}

/** Sets whether the chat gets the titles of reports. */
export function changeChatTitles(
  caller: Caller,
  setting: StoredDocument | null,
  titles: boolean,
): Commit | ApiResponse | Failure {
  if (chatService() === null) return NO_CHAT;
  if (hasTitles(setting) === titles) return ok({ titles });
  return {
    writes: [
      setDocument(CHAT_PATH, encodeFields({ titles })),
      logAct({ kind: titles ? "titles-shown" : "titles-hidden", by: caller.uid }),
    ],
    respond: () => ok({ titles }),
  };
}

/** Has a test message sent, and waits for its result. */
export async function testChat(id: string): Promise<ApiResponse | Failure> {
  if (chatService() === null) return NO_CHAT;
  orThrow(await commitWrites([setDocument(CHAT_TEST_PATH, encodeFields({ id }), ["at"])]));
  const endsAt = Date.now() + MAX_TEST_MS;
  for (let pause = MIN_POLL_MS; Date.now() < endsAt; pause = Math.min(2 * pause, MAX_POLL_MS)) {
    await sleep(pause);
    const test = await readDocument(CHAT_TEST_PATH);
    // Another admin's test has taken its place.
    if (test?.data.id !== id) break;
    const { status } = test.data;
    const result = parseResult(test.data.result);
    if (result !== null) return ok({ result, ...(typeof status === "number" && { status }) });
  }
  return ok({ result: "waiting" });
}

const parseResult = (value: unknown): ChatResult | null =>
  (Object.keys(CHAT_RESULTS) as ChatResult[]).find((result) => result === value) ?? null;
