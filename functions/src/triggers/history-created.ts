import { isRecord, STATUSES } from "@logbook/domain";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import { CHAT_PATH, hasTitles } from "../chat/chat-setting.ts";
import { reportLink } from "../chat/chat-settings.ts";
import type { ChatNews } from "../chat/chat-text.ts";
import { chatSender, isTooOldForChat } from "../chat/process-sender.ts";
import { orThrow, readDocuments } from "../firestore/documents.ts";
import { parseStoredReport } from "../firestore/stored-report.ts";

/** A Firestore event about a new document `history/{eventId}`. */
export interface HistoryEvent {
  params: { eventId: string };
  data?: DocumentSnapshot | undefined;
}

/** Sends a new report or a status step to the chat. An event may be delivered twice, late or in another order. */
export async function historyCreated({ params: { eventId }, data }: HistoryEvent): Promise<void> {
  const event: unknown = data?.data();
  if (!isRecord(event) || typeof event.issueId !== "string") return;
  if (event.kind !== "created" && event.kind !== "status") return;
  if (isTooOldForChat(event.at)) return;
  const { documents } = orThrow(await readDocuments([CHAT_PATH, `issues/${event.issueId}`]));
  const [setting = null, report = null] = documents;
  const news = report && toNews(eventId, event, parseStoredReport(report.id, report.data).issue, hasTitles(setting));
  if (news !== null) await chatSender.send(news);
}

type Report = ReturnType<typeof parseStoredReport>["issue"];

function toNews(
  id: string,
  event: Record<string, unknown>,
  { id: reportId, number, type, title }: Report,
  titles: boolean,
): ChatNews | null {
  const link = reportLink(number === null ? reportId : String(number));
  const [from, to] = [event.from, event.to].map((value) => STATUSES.find((known) => known === value));
  if (to === undefined) return null;
  const report = { number, type, status: to, title: titles ? title : null, link };
  if (event.kind === "created") return { id, kind: "created", report };
  return from === undefined ? null : { id, kind: "status", report, from, to };
}
