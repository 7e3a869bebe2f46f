import { expect, it } from "vitest";
import { countCalls } from "./firestore-reads.ts";

const DOCUMENTS = "projects/demo/databases/(default)/documents";
const DOCUMENT_NAMES = [`${DOCUMENTS}/members/a`, `${DOCUMENTS}/boards/main`];

/** A field of a protobuf message: number and type (2 for texts), length, and at most 127 characters of text. */
const protobufField = (number: number, text: string): string => String.fromCharCode(number * 8 + 2, text.length) + text;

it("counts each document that a gRPC request names", () => {
  const fields = DOCUMENT_NAMES.map((name) => protobufField(2, name));
  const message = protobufField(1, "projects/demo/databases/(default)") + fields.join("");
  expect(countCalls(message)).toEqual({ reads: 2, queries: 0 });
});

it("counts each document that a REST request names", () => {
  const body = JSON.stringify({ documents: DOCUMENT_NAMES });
  expect(countCalls(`POST /v1/${DOCUMENTS}:batchGet HTTP/1.1\r\n\r\n${body}`)).toEqual({ reads: 2, queries: 0 });
  expect(countCalls(`GET /v1/${DOCUMENT_NAMES[0]} HTTP/1.1\r\n\r\n`)).toEqual({ reads: 1, queries: 0 });
});

it.each([
  `POST /v1/${DOCUMENTS}:runQuery HTTP/1.1\r\n\r\n{}`,
  `POST /v1/${DOCUMENTS}:runAggregationQuery HTTP/1.1\r\n\r\n{}`,
  protobufField(1, DOCUMENTS) + protobufField(2, "a structured query"),
])("counts a query, by REST or gRPC", (text) => {
  expect(countCalls(text)).toEqual({ reads: 0, queries: 1 });
});
