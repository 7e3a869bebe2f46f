import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Failure } from "@logbook/domain";
import type { Response } from "express";
import { type Answer, failureStatus } from "./answer.ts";

/** Sends an answer. A stream that breaks off closes the connection, so that nobody takes half for the whole. */
export async function send(response: Response, answer: Answer): Promise<void> {
  switch (answer.kind) {
    case "json":
      response
        .status(answer.status)
        .set(answer.headers ?? {})
        .json(answer.body);
      return;
    case "not-modified":
      response.status(304).set(answer.headers).end();
      return;
    case "stream":
      // Not set(), which would add a charset to the type of a text file.
      response.status(200).setHeaders(new Map(Object.entries(answer.headers)));
      await pipeline(Readable.from(answer.body, { objectMode: false }), response);
  }
}

/** Sends a failure with the status of its code, unless an answer has begun already. */
export function sendFailure(response: Response, failed: Failure): void {
  if (response.headersSent) return;
  response.status(failureStatus(failed)).json(failed);
}
