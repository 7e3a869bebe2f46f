import { setTimeout as sleep } from "node:timers/promises";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { writeLine } from "../http/request-log.ts";
import { createMessage } from "./chat-message.ts";
import { createChatSender } from "./chat-sender.ts";
import { readChatTarget } from "./chat-settings.ts";
import { type ChatOutcome, postMessage } from "./post-message.ts";

/** The sender of this process. The functions that use it have one instance (index.ts), so messages have an order. */
export const chatSender = createChatSender({
  readTarget: () => readChatTarget(),
  post: (target, request) => postMessage(target, request),
  sleep,
  now: Date.now,
  log: writeLine,
});

const MAX_AGE_MS = 60 * 60_000;

/** Whether something is not sent any more: a backup is being restored, or the chat could not be reached for so long. */
export function isTooOldForChat(at: unknown): boolean {
  const isTooOld = !(Date.now() - Date.parse(parseTimestamp(at) ?? "") <= MAX_AGE_MS);
  if (isTooOld)
    writeLine({ severity: "INFO", message: "The chat does not hear of an event that is more than an hour old." });
  return isTooOld;
}

/** Sends a test message at once, and only once. */
export async function sendTestMessage(id: string): Promise<ChatOutcome> {
  const target = readChatTarget();
  if (target === null) return { result: "unset" };
  return await postMessage(target, createMessage(target.service, [{ id, kind: "test" }]).request);
}
