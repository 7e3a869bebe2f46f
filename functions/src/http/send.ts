import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { ERROR_STATUS, type Failure } from "@logbook/domain";
import type { Response } from "express";
import type { ApiResponse } from "./response.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const GZIP_MIN_BYTES = 1024;
const GZIP = { level: 4 };

/**
 * Sends a response. If a stream fails, the connection is closed, so that the client notices the incomplete body.
 */
export async function send(response: Response, result: ApiResponse): Promise<void> {
  switch (result.kind) {
    case "json":
      response
        .status(result.status)
        .set(result.headers ?? {})
        .json(result.body);
      return;
    case "text": {
      const { body } = result;
      response.status(200).set({ ...result.headers, "content-type": JSON_TYPE });
      if (body.bytes.length < GZIP_MIN_BYTES || !useGzip(response)) response.end(body.bytes);
      else {
        // Synchronous: to compress some kilobytes takes less time than to use another thread.
        body.gzipped ??= gzipSync(body.bytes, GZIP);
        response.end(body.gzipped);
      }
      return;
    }
    case "not-modified":
      response.status(304).set(result.headers).end();
      return;
    case "stream": {
      // Not by set(), which would add a charset to the type of a text file.
      response.status(200).setHeaders(new Map(Object.entries(result.headers)));
      const chunks = Readable.from(result.body, { objectMode: false });
      if (!result.json) return await pipeline(chunks, response);
      response.setHeader("content-type", JSON_TYPE);
      if (useGzip(response)) await pipeline(chunks, createGzip(GZIP), response);
      else await pipeline(chunks, response);
    }
  }
}

/** Whether the client accepts gzip; if so, sets the header for it. */
function useGzip(response: Response): boolean {
  response.vary("Accept-Encoding");
  if (!response.req.acceptsEncodings("gzip")) return false;
  response.setHeader("content-encoding", "gzip");
  return true;
}

/** Sends a failure with the status of its code, unless a response has been started. */
export function sendFailure(response: Response, failed: Failure & { retryAfter?: number }): void {
  if (response.headersSent) return;
  const { retryAfter, ...body } = failed;
  if (retryAfter !== undefined) response.set("retry-after", String(retryAfter));
  response.status(ERROR_STATUS[failed.code]).json(body);
}
