import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { ERROR_STATUS, type Failure } from "@logbook/domain";
import type { Response } from "express";
import type { ApiResponse } from "./response.ts";

const JSON_TYPE = "application/json; charset=utf-8";
// A smaller body fits into one packet anyway.
const GZIP_MIN_BYTES = 1024;
// Between the fastest level, 1, and the default, 6: higher levels save few bytes for much time.
const GZIP_OPTIONS = { level: 4 };

/** Sends a response. If a streamed body fails, the connection is closed, so that the client notices the failure. */
export async function send(response: Response, result: ApiResponse): Promise<void> {
  switch (result.kind) {
    case "json":
      response
        .status(result.status)
        .set(result.headers ?? {})
        .json(result.body);
      return;
    case "serialized-json": {
      const { body } = result;
      response.status(200).set({ ...result.headers, "content-type": JSON_TYPE });
      if (body.bytes.length < GZIP_MIN_BYTES || !negotiateGzip(response)) response.end(body.bytes);
      else {
        // For a few kilobytes the asynchronous gzip() would take longer, because it uses another thread.
        body.gzipped ??= gzipSync(body.bytes, GZIP_OPTIONS);
        response.end(body.gzipped);
      }
      return;
    }
    case "not-modified":
      response.status(304).set(result.headers).end();
      return;
    case "stream": {
      // Express's set() would add a charset to the content type of a text file, so setHeaders() sets it.
      response.status(200).setHeaders(new Map(Object.entries(result.headers)));
      const chunks = Readable.from(result.body, { objectMode: false });
      // An attachment's headers have the length of its bytes, so the bytes are sent without gzip.
      if (!result.json) return await pipeline(chunks, response);
      response.setHeader("content-type", JSON_TYPE);
      if (negotiateGzip(response)) await pipeline(chunks, createGzip(GZIP_OPTIONS), response);
      else await pipeline(chunks, response);
    }
  }
}

/** Sets `Content-Encoding: gzip` if the client accepts gzip, and returns whether it does. */
function negotiateGzip(response: Response): boolean {
  response.vary("Accept-Encoding");
  if (!response.req.acceptsEncodings("gzip")) return false;
  response.setHeader("content-encoding", "gzip");
  return true;
}

/** Sends a failure with the HTTP status of its code. Does nothing if a response has begun, as when a stream fails. */
export function sendFailure(response: Response, failure: Failure & { retryAfter?: number }): void {
  if (response.headersSent) return;
  const { retryAfter, ...body } = failure;
  if (retryAfter !== undefined) response.set("retry-after", String(retryAfter));
  response.status(ERROR_STATUS[failure.code]).json(body);
}
