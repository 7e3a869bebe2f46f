import { randomUUID } from "node:crypto";
import { toWire, type WireIssue } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseStoredReport, type StoredData } from "../firestore/stored-report.ts";
import { encodeFields } from "../firestore/values.ts";
import {
  type BoardFields,
  createDocument,
  type FieldsChange,
  moveBoard,
  updateDocument,
  type Write,
} from "../firestore/writes.ts";
import type { HistoryEvent } from "./history-events.ts";

/** The writes of every commit of a report besides the report's own: its event in the history, and the board's move. */
export function eventWrites(issueId: string, caller: Caller, event: HistoryEvent, boardFields?: BoardFields): Write[] {
  const eventId = randomUUID();
  return [eventWrite(issueId, caller, event, eventId), moveBoard(issueId, eventId, boardFields)];
}

/** The write of an event in the history of a report. */
export function eventWrite(
  issueId: string,
  { uid, username }: Caller,
  event: HistoryEvent,
  eventId: string = randomUUID(),
): Write {
  const fields = encodeFields({ issueId, ...event, by: uid, byName: username });
  return createDocument(`history/${eventId}`, fields, ["at"]);
}

/** The writes that change fields of a stored report. */
export function changeWrites(issueId: string, caller: Caller, change: FieldsChange, event: HistoryEvent): Write[] {
  return [updateDocument(`issues/${issueId}`, change), ...eventWrites(issueId, caller, event)];
}

/** A report's document before a change of whole fields, as data after it, at the server's time `time`. */
export function dataAfter(
  { data }: StoredDocument,
  { fields, mask, serverTimes }: FieldsChange,
  time: Date,
): StoredData {
  const kept = Object.entries(data).filter(([name]) => !mask.includes(name));
  return { ...Object.fromEntries(kept), ...fields, ...Object.fromEntries(serverTimes.map((field) => [field, time])) };
}

/** A stored report in the form in which the API sends it. */
export const toWireIssue = (id: string, data: StoredData): WireIssue => toWire(parseStoredReport(id, data).issue);
