import type { StoredDocument } from "./documents.ts";
import { documentName } from "./rest.ts";
import { encodeValue, type RestValue } from "./values.ts";

/** The place of an event in the order of all events: its time and its name, as Firestore's REST API encodes them. */
export type EventCursor = readonly RestValue[];

export const cursorOf = ({ id, fields }: StoredDocument): EventCursor => [
  fields.at ?? encodeValue(null),
  { referenceValue: documentName(`history/${id}`) },
];

/** The part of a query that orders events, newest first, and begins after the event at the cursor, if there is one. */
export const eventsBefore = (cursor: EventCursor | null) => ({
  orderBy: ["at", "__name__"].map((fieldPath) => ({ field: { fieldPath }, direction: "DESCENDING" })),
  ...(cursor !== null && { startAt: { values: cursor, before: false } }),
});
