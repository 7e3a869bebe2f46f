import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import type { Failure } from "@logbook/domain";
import type { Response } from "express";
import { type Answer, failureStatus } from "./answer.ts";

const JSON_TYPE = "application/json; charset=utf-8";
// In fewer bytes nobody would feel the difference.
const WORTH_PACKING = 1024;
const LEVEL = { level: 4 };

/** Sends an answer. A stream that breaks off closes the connection, so that nobody takes half for the whole. */
export async function send(response: Response, answer: Answer): Promise<void> {
  switch (answer.kind) {
    case "json":
      response
        .status(answer.status)
        .set(answer.headers ?? {})
        .json(answer.body);
      return;
    case "text": {
      const { body } = answer;
      response.status(200).set({ ...answer.headers, "content-type": JSON_TYPE });
      if (body.bytes.length < WORTH_PACKING || !offersPacking(response)) response.end(body.bytes);
      else {
        // At once: for a page's few kilobytes a thread of its own would cost more than the packing.
        body.packed ??= gzipSync(body.bytes, LEVEL);
        response.end(body.packed);
      }
      return;
    }
    case "not-modified":
      response.status(304).set(answer.headers).end();
      return;
    case "stream": {
      // Not set(), which would add a charset to the type of a text file.
      response.status(200).setHeaders(new Map(Object.entries(answer.headers)));
      const pieces = Readable.from(answer.body, { objectMode: false });
      if (!answer.json) return await pipeline(pieces, response);
      response.setHeader("content-type", JSON_TYPE);
      if (offersPacking(response)) await pipeline(pieces, createGzip(LEVEL), response);
      else await pipeline(pieces, response);
    }
  }
}

/** Whether the answer is to be packed; says so in its head if it is. */
function offersPacking(response: Response): boolean {
  response.vary("Accept-Encoding");
  if (!response.req.acceptsEncodings("gzip")) return false;
  response.setHeader("content-encoding", "gzip");
  return true;
}

/** Sends a failure with the status of its code, unless an answer has begun already. */
export function sendFailure(response: Response, failed: Failure & { retryAfter?: number }): void {
  if (response.headersSent) return;
  const { retryAfter, ...body } = failed;
  if (retryAfter !== undefined) response.set("retry-after", String(retryAfter));
  response.status(failureStatus(failed)).json(body);
}
