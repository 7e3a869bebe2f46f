import { expect, it } from "vitest";
import { countsOf } from "./counting-proxy.ts";

const DOCUMENTS = "projects/demo/databases/(default)/documents";
const DOCUMENT_NAMES = [`${DOCUMENTS}/members/a`, `${DOCUMENTS}/boards/main`];
const SERVICE = "/google.firestore.v1.Firestore";

/** A field of a protobuf message: number and type (2 for texts), length, and at most 127 bytes of text. */
const protobufField = (number: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([number * 8 + 2, text.length]), Buffer.from(text)]);

it("counts each document that a gRPC request names", () => {
  const message = Buffer.concat([
    protobufField(1, "projects/demo/databases/(default)"),
    ...DOCUMENT_NAMES.map((name) => protobufField(2, name)),
  ]);
  // gRPC puts five bytes before a message: whether it is compressed, and its length.
  const body = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
  expect(countsOf("POST", `${SERVICE}/BatchGetDocuments`, body)).toEqual({ reads: 2, queries: 0 });
});

it("counts each document that a REST request names", () => {
  const body = Buffer.from(JSON.stringify({ documents: DOCUMENT_NAMES }));
  expect(countsOf("POST", `/v1/${DOCUMENTS}:batchGet`, body)).toEqual({ reads: 2, queries: 0 });
  expect(countsOf("GET", `/v1/${DOCUMENT_NAMES[0]}`, Buffer.alloc(0))).toEqual({ reads: 1, queries: 0 });
});

it.each([`${SERVICE}/RunQuery`, `${SERVICE}/RunAggregationQuery`, `/v1/${DOCUMENTS}:runQuery`])(
  "counts a query once, even if it names documents: %s",
  (path) => {
    expect(countsOf("POST", path, Buffer.from(DOCUMENT_NAMES.join()))).toEqual({ reads: 0, queries: 1 });
  },
);

it("does not count writes", () => {
  expect(countsOf("POST", `/v1/${DOCUMENTS}:commit`, Buffer.from(DOCUMENT_NAMES.join()))).toEqual({
    reads: 0,
    queries: 0,
  });
});
