import type { DocumentSnapshot } from "firebase-admin/firestore";
import { parseEntry } from "../changelog/stored-entry.ts";
import { CHAT_PATH, hasTitles } from "../chat/chat-setting.ts";
import { whatsNewLink } from "../chat/chat-settings.ts";
import { chatSender, isTooOldForChat } from "../chat/process-sender.ts";
import { orThrow, readDocuments } from "../firestore/documents.ts";

/** A Firestore event about a write of `changelog/{entryId}`. */
export interface EntryEvent {
  params: { entryId: string };
  data?: { before: DocumentSnapshot; after: DocumentSnapshot } | undefined;
}

/** Sends an entry of What's new to the chat when it is published, unless it was deleted meanwhile. */
export async function entryWritten({ params: { entryId }, data }: EntryEvent): Promise<void> {
  const publishedAt: unknown = data?.after.get("publishedAt");
  if (publishedAt === undefined || data?.before.get("publishedAt") !== undefined) return;
  if (isTooOldForChat(publishedAt)) return;
  const { documents } = orThrow(await readDocuments([CHAT_PATH, `changelog/${entryId}`]));
  const [setting = null, document = null] = documents;
  const entry = parseEntry(document);
  if (entry === null || entry.purgeAt !== null) return;
  const title = hasTitles(setting) ? entry.title : null;
  await chatSender.send({ id: entryId, kind: "published", title, link: whatsNewLink() });
}
