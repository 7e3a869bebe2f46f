import type { DocumentSnapshot } from "firebase-admin/firestore";
import { CHAT_TEST_PATH } from "../chat/chat-setting.ts";
import { sendTestMessage } from "../chat/process-sender.ts";
import { commitWrites, readDocument } from "../firestore/documents.ts";
import { updateUnchanged } from "../firestore/writes.ts";

/** A Firestore event about a write of `settings/chat-test`. */
export interface ChatTestEvent {
  data?: { after: DocumentSnapshot } | undefined;
}

/** Sends the test message that an admin has asked for, and stores what became of it. */
export async function chatTested({ data }: ChatTestEvent): Promise<void> {
  const id: unknown = data?.after.get("id");
  const test = await readDocument(CHAT_TEST_PATH);
  // A newer test, this test's own result, or a restored backup.
  if (typeof id !== "string" || test === null || test.data.id !== id || test.data.result !== undefined) return;
  const { result, status } = await sendTestMessage(id);
  const fields = { result, ...(status !== undefined && { status }) };
  const change = { fields, mask: Object.keys(fields), serverTimes: [] };
  // Refused if a newer test has taken its place; that test has an event of its own.
  await commitWrites([updateUnchanged(CHAT_TEST_PATH, change, test.updateTime)]);
}
